#!/bin/sh
# Ends the Patroni of this machine while its disk is nearly full, so that another server becomes
# the primary: PostgreSQL with a full disk refuses what it is told and yet looks healthy. Run it
# every two seconds beside Patroni: disk-guard.sh FOLDER MEGABYTES COMMAND...
folder=$1
floor=$2
shift 2
free=$(df --output=avail -m "$folder" | tail -1)
if [ "$free" -lt "$floor" ]; then
  echo "disk-guard: $free MB are left of $folder, less than $floor: this server stands aside" >&2
  exec "$@"
fi
