#!/bin/sh
# Brings a running installation to the version that is checked out. One relay after the other: while one lets its answers
# end (up to 10 minutes), the other takes the new calls.
set -eu
cd "$(dirname "$0")/../.."
docker compose build
docker compose run --rm migration
for service in relay-1 relay-2 billing console; do
  docker compose up --detach --no-deps --wait "$service"
done
