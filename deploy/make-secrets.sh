#!/bin/sh
# Creates the secrets of a new shop, one file each: make-secrets.sh [FOLDER] [HOST OF THE DATABASE]
# Existing files stay unchanged. Keep a copy of STORE_SECRET and VAULT_KEYS elsewhere: without them
# the keys in the database cannot be decrypted.
set -eu
folder=${1:-./secrets}
host=${2:-database}
umask 077
mkdir -p "$folder/database"

random() { head -c 32 /dev/urandom | base64 | tr -d '\n'; }
keep() {
  [ -s "$folder/$1" ] || printf '%s\n' "$2" >"$folder/$1"
  # The container's user may have any id, so the file is readable for all; the folder is not.
  chmod 0444 "$folder/$1"
}

# The shop does not read this password: its DATABASE_URL contains it.
keep database/POSTGRES_PASSWORD "$(random | tr -d '+/=')"
keep DATABASE_URL "postgres://chaveiro:$(cat "$folder/database/POSTGRES_PASSWORD")@$host:5432/chaveiro"
keep STORE_SECRET "$(random)"
keep VAULT_KEYS "1:$(random)"
keep ADMIN_PASSWORD "$(random | tr -d '+/=')"
echo "The secrets are in $folder; the first admin's password is in $folder/ADMIN_PASSWORD."
