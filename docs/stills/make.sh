#!/bin/bash
# Draws the stills of docs/simulator.md again. Usage: docs/stills/make.sh PROGRAM, in the checkout.
set -euo pipefail
program=$(realpath "$1")
cd "$(dirname "$0")"
"$program" simulate --game snooker --seed 6 --frame --camera whole.json --at 405 --png spotting.png
"$program" simulate --game snooker --seed 6 --frame --camera pack.json --at 8 --png pack.png
"$program" simulate --game snooker --seed 6 --frame --camera bridge.json --at 8 --png bridge.png
"$program" simulate --game snooker --seed 6 --frame --camera whole.json --at 262.3 --png player.png
"$program" simulate --game snooker --seed 6 --frame --camera pocket.json --at 335.57 --png pocket.png
"$program" simulate --game wpa9 --seed 3 --frame --camera rack.json --at 8.78 --png rack.png
"$program" simulate --game cspl8 --seed 33 --frame --look random --camera random --size 576x324 --at 14 --png varied.png
