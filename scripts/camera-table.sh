#!/bin/bash
# The arithmetic of docs/camera-guide.md for every kind of table, from the measures the program itself knows.
# Usage: camera-table.sh [PROGRAM]
set -euo pipefail
program=${1:-build/release/whiteglove}

echo '| table | field | mm a pixel at 1280 / 1920 / 3840 | ball at 1920 | angle at 1.5 / 2.0 / 2.5 m | height for 70° / 90° |'
echo '|---|---|---|---|---|---|'
"$program" tables | awk '
    function degrees(field, height) { return 2 * atan2(field / 2, height) * 180 / 3.14159265 }
    function height(field, angle) { angle *= 3.14159265 / 360; return field / 2 / (sin(angle) / cos(angle)) / 1000 }
    $2 + 0 > 1000 {
        long = $2 + 300; wide = $3 + 300; ball = $4
        field = long > wide * 16 / 9 ? long : wide * 16 / 9     # what a 16:9 picture must span along the table
        printf "| `%s` | %.2f x %.2f m | %.1f / %.1f / %.1f | %.0f px | %.0f° / %.0f° / %.0f° | %.2f / %.2f m |\n",
            $1, field / 1000, field * 9 / 16 / 1000, field / 1280, field / 1920, field / 3840, ball / field * 1920,
            degrees(field, 1500), degrees(field, 2000), degrees(field, 2500), height(field, 70), height(field, 90)
    }'
