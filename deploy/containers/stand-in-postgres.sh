#!/bin/sh
# Makes the database at the first start, as the image does that this stands in for (stand-ins.sh), and becomes the server.
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  user=${POSTGRES_USER:-postgres}
  method=${POSTGRES_HOST_AUTH_METHOD:-scram-sha-256}
  mkdir -p "$PGDATA"
  if [ "$method" = trust ]; then
    initdb --pgdata "$PGDATA" --username "$user" --auth trust
  else
    initdb --pgdata "$PGDATA" --username "$user" --auth scram-sha-256 --pwfile "$POSTGRES_PASSWORD_FILE"
  fi
  echo "host all all all $method" >> "$PGDATA/pg_hba.conf"
  echo "listen_addresses = '*'" >> "$PGDATA/postgresql.conf"
  if [ "${POSTGRES_DB:-$user}" != postgres ]; then
    echo "CREATE DATABASE \"${POSTGRES_DB:-$user}\"" | postgres --single -D "$PGDATA" postgres
  fi
fi
exec "$@" -c unix_socket_directories=/var/run/postgresql
