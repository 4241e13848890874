#!/usr/bin/env python3
"""Writes an NMEA log of a receiver around 10° N, 20° E, one epoch a second from now on.

Usage: drive.py METRES...    each word is the receiver's distance north of the centre, `METRESxSECONDS` for a stay, or
`-xSECONDS` for a receiver without a fix. Four sentences an epoch: RMC, GGA, GSA and GSV.
"""
import sys
import time

DEGREE = 111195.08
LATITUDE, LONGITUDE = 10.0, 20.0


def sentence(body):
    check = 0
    for character in body:
        check ^= ord(character)
    return f"${body}*{check:02X}\r\n"


def angle(degrees, width):
    whole = int(degrees)
    return f"{whole:0{width}d}{(degrees - whole) * 60:08.5f}"


def epoch(moment, metres):
    clock = time.strftime("%H%M%S", time.gmtime(moment)) + ".00"
    date = time.strftime("%d%m%y", time.gmtime(moment))
    sky = sentence("GPGSV,1,1,04,05,60,010,45,12,55,100,44,20,50,190,43,25,45,280,42")
    if metres is None:
        return (
            sentence(f"GPRMC,{clock},V,,,,,,,{date},,,N")
            + sentence(f"GPGGA,{clock},,,,,0,00,99.99,,,,,,")
            + sentence("GPGSA,A,1,,,,,,,,,,,,,99.99,99.99,99.99")
            + sky
        )
    place = f"{angle(LATITUDE + metres / DEGREE, 2)},N,{angle(LONGITUDE, 3)},E"
    return (
        sentence(f"GPRMC,{clock},A,{place},0.0,0.0,{date},,,A")
        + sentence(f"GPGGA,{clock},{place},1,08,0.9,50.0,M,20.0,M,,")
        + sentence("GPGSA,A,3,05,12,20,25,,,,,,,,,1.5,0.9,1.2")
        + sky
    )


moment = int(time.time()) + 1
for word in sys.argv[1:]:
    metres, _, seconds = word.partition("x")
    for _ in range(int(seconds or 1)):
        sys.stdout.write(epoch(moment, None if metres == "-" else float(metres)))
        moment += 1
