#!/bin/sh
# Makes the secrets of a new shop, a file each: make-secrets.sh [FOLDER] [HOST OF THE DATABASE]
# What is there already stays. Keep a copy of STORE_SECRET and VAULT_KEYS elsewhere: without them
# nobody opens the keys in the database again.
set -eu
folder=${1:-./secrets}
host=${2:-database}
umask 077
mkdir -p "$folder/database"

random() { head -c 32 /dev/urandom | base64 | tr -d '\n'; }
keep() {
  [ -s "$folder/$1" ] || printf '%s\n' "$2" >"$folder/$1"
  # Whoever the container's user is, he may read it; nobody else gets into the folder.
  chmod 0444 "$folder/$1"
}

# The database's own password is no setting of the shop, which reads DATABASE_URL.
keep database/POSTGRES_PASSWORD "$(random | tr -d '+/=')"
keep DATABASE_URL "postgres://chaveiro:$(cat "$folder/database/POSTGRES_PASSWORD")@$host:5432/chaveiro"
keep STORE_SECRET "$(random)"
keep VAULT_KEYS "1:$(random)"
keep ADMIN_PASSWORD "$(random | tr -d '+/=')"
echo "The secrets are in $folder; the first admin's password is in $folder/ADMIN_PASSWORD."
