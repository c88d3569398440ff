#!/bin/sh
# Ends Patroni on this machine when the disk is nearly full, so that another server becomes the
# primary: PostgreSQL with a full disk refuses all writes but still looks healthy to Patroni.
#   disk-guard.sh FOLDER MEGABYTES COMMAND...
# Run it every two seconds beside Patroni, with a COMMAND that ends Patroni (systemctl kill
# --kill-whom=main patroni). Also run it before Patroni starts (patroni.service.conf), with twice as
# many MEGABYTES and the COMMAND `false`. Otherwise a server could start without enough room and be
# ended during pg_rewind; then it must be rebuilt by hand.
folder=$1
floor=$2
shift 2
free=$(df --output=avail -m "$folder" | tail -1)
if [ "$free" -lt "$floor" ]; then
  echo "disk-guard: $free MB are left of $folder, less than $floor: this server stands aside" >&2
  exec "$@"
fi
