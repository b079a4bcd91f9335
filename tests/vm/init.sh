#!/bin/busybox sh
# First process of the guest: drivers, then the test program, then off.
/bin/busybox --install -s /bin
mount -t proc proc /proc
mount -t sysfs sysfs /sys
mount -t devtmpfs dev /dev
export PATH=/bin
# vivid last: the test takes it out and puts it back itself.
for module in $(grep -v '^vivid' /modules/order) v4l2loopback.ko; do
    case $module in
    v4l2loopback.ko) insmod /modules/$module video_nr=10,11 exclusive_caps=0,0 max_buffers=8 ;;
    *) insmod /modules/$module ;;
    esac
done
insmod /modules/vivid.ko vid_cap_nr=0 node_types=0x1
/bin/vm_guest
echo "--- whiteglove devices"
/bin/whiteglove devices
poweroff -f
