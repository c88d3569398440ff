#!/bin/sh
# Ends the Patroni of this machine when its disk is nearly full, so that another server becomes
# the primary: PostgreSQL with a full disk refuses what it is told and yet looks healthy.
#   disk-guard.sh FOLDER MEGABYTES COMMAND...
# Run it every two seconds beside Patroni, with what ends it as COMMAND (systemctl kill --kill-whom=main
# patroni); and before Patroni starts (patroni.service.conf), with twice as many MEGABYTES and `false` as COMMAND: one that came back before there
# is room and is ended while it winds back (pg_rewind) would have to be made anew by hand.
folder=$1
floor=$2
shift 2
free=$(df --output=avail -m "$folder" | tail -1)
if [ "$free" -lt "$floor" ]; then
  echo "disk-guard: $free MB are left of $folder, less than $floor: this server stands aside" >&2
  exec "$@"
fi
