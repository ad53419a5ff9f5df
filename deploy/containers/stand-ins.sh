#!/bin/sh
# For machines that cannot pull images: builds stand-ins out of Debian packages, this checkout's Node and a nats-server, under
# the names that Dockerfile and docker-compose.yml use. They prove how containers work together, not the images that they
# stand in for. As root: sh deploy/containers/stand-ins.sh <a nats-server, 2.12 or newer> [<a moby-ryuk, for testcontainers>]
set -eu
nats_server=${1:?say where a nats-server is}
ryuk=${2:-}
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

has() { docker image inspect "$1" >/dev/null 2>&1; }

# $1: tag; the Dockerfile comes as input, its context is the folder $work/context
image() { docker build --quiet --tag "$1" --file - "$work/context"; }

if ! has debian:bookworm-slim; then
  debootstrap --variant=minbase bookworm "$work/base"
  # What makes it slim: no manuals, no translations, no lists of packages.
  (cd "$work/base" && rm -rf usr/share/doc/* usr/share/man/* usr/share/info/* usr/share/locale/* var/lib/apt/lists/* var/cache/apt/* var/log/*)
  tar -C "$work/base" -c . | docker import - debian:bookworm-slim
fi

mkdir "$work/context"
cp "$root/node_modules/node/bin/node" "$nats_server" "$root/deploy/containers/stand-in-postgres.sh" "$work/context"
cp -a "$(dirname "$(readlink -f "$(command -v npm)")")/.." "$work/context/npm"
# npm with this machine's registry and certificates.
cp /etc/ssl/certs/ca-certificates.crt "$work/context"
printf 'registry=%s\ncafile=/etc/ssl/certs/ca-certificates.crt\n' "$(npm config get registry)" > "$work/context/npmrc"

has node:26.10.0-bookworm-slim || image node:26.10.0-bookworm-slim <<'DOCKERFILE'
FROM debian:bookworm-slim
COPY node /usr/local/bin/
COPY npm /usr/local/lib/node_modules/npm
COPY npmrc /usr/local/etc/
COPY ca-certificates.crt /etc/ssl/certs/
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm
DOCKERFILE

has postgres:18.4 || image postgres:18.4 <<'DOCKERFILE'
FROM debian:bookworm-slim
RUN apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends postgresql-15 \
  && echo 'postgres-999:x:999:999::/:/bin/sh' >> /etc/passwd \
  && rm -rf /var/lib/postgresql && install -d -o 999 -g 999 -m 1777 /var/lib/postgresql && install -d -m 1777 /var/run/postgresql
COPY stand-in-postgres.sh /usr/local/bin/
ENV PGDATA=/var/lib/postgresql/18/docker PATH=/usr/lib/postgresql/15/bin:/usr/local/bin:/usr/bin:/bin
VOLUME /var/lib/postgresql
STOPSIGNAL SIGINT
ENTRYPOINT ["sh", "/usr/local/bin/stand-in-postgres.sh"]
CMD ["postgres"]
DOCKERFILE

has redis:7.4 || image redis:7.4 <<'DOCKERFILE'
FROM debian:bookworm-slim
RUN apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends redis-server \
  && install -d -o 999 -g 999 /data
WORKDIR /data
VOLUME /data
CMD ["redis-server", "--protected-mode", "no"]
DOCKERFILE

has nats:2.12-alpine || image nats:2.12-alpine <<'DOCKERFILE'
FROM debian:bookworm-slim
RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends busybox && ln -s /bin/busybox /usr/local/bin/wget
COPY nats-server /usr/local/bin/
ENTRYPOINT ["nats-server"]
DOCKERFILE

# What the tests ask for where no server is installed (libs/testing/src/servers).
has redis:7.4-alpine || image redis:7.4-alpine <<'DOCKERFILE'
FROM redis:7.4
ENTRYPOINT ["sh", "-c", "exec \"$@\" --protected-mode no", "redis"]
DOCKERFILE
has postgres:18-alpine || image postgres:18-alpine <<'DOCKERFILE'
FROM postgres:18.4
USER 999:999
DOCKERFILE
if [ -n "$ryuk" ] && ! has testcontainers/ryuk:0.14.0; then
  cp "$ryuk" "$work/context/ryuk"
  image testcontainers/ryuk:0.14.0 <<'DOCKERFILE'
FROM debian:bookworm-slim
COPY ryuk /bin/
ENTRYPOINT ["/bin/ryuk"]
DOCKERFILE
fi
