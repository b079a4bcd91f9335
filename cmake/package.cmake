# What `cmake --install` puts where, and the Debian package (`cpack -G DEB` in a build folder).
# The man page and the completion are printed by the program itself, so they cannot drift from its options.
set(man ${CMAKE_BINARY_DIR}/whiteglove.1.gz)
set(completion ${CMAKE_BINARY_DIR}/whiteglove.bash)
add_custom_command(OUTPUT ${man} COMMAND whiteglove manual | gzip -9n > ${man} DEPENDS whiteglove VERBATIM)
add_custom_command(OUTPUT ${completion} COMMAND whiteglove completion bash > ${completion} DEPENDS whiteglove VERBATIM)
add_custom_target(manual ALL DEPENDS ${man} ${completion})

install(FILES ${man} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${completion} DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME whiteglove)
# One referee a table, started and watched by systemd.
install(FILES app/service/whiteglove@.service DESTINATION lib/systemd/system)
install(FILES README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_PACKAGE_CONTACT "Whiteglove maintainers <maintainers@whiteglove.invalid>")
set(CPACK_PACKAGE_DESCRIPTION "Whiteglove watches the table through one overhead camera and calls the game by the book.")
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION games)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Linked libraries are found by themselves; plug-ins and helper programs are the group "run" of packages.txt.
file(STRINGS scripts/packages.txt needed REGEX "^[a-z][^ ]* +run ")
list(TRANSFORM needed REPLACE " .*" "")
list(JOIN needed ", " CPACK_DEBIAN_PACKAGE_DEPENDS)
include(CPack)
