#!/bin/sh
# Makes ./secrets for docker compose and k8s/overlays/single: random passwords, and the addresses and settings that hold them.
# What is there already stays; to change one, delete every file that holds it.
set -eu
umask 077
mkdir -p "$(dirname "$0")/../secrets"
cd "$(dirname "$0")/../secrets"

random() { head -c 24 /dev/urandom | od -An -tx1 | tr -d ' \n'; }

# Containers run as users of their own and must read them; on this machine the folder lets nobody else in.
keep() {
  [ -e "$1" ] || printf '%s\n' "$2" > "$1"
  chmod 444 "$1"
}

keep switchyard_secret "$(head -c 32 /dev/urandom | base64 | tr -d '\n')"
keep metrics_token "$(random)"
keep postgres_password "$(random)"
keep redis_password "$(random)"
keep nats_password "$(random)"
keep redis.conf "requirepass $(cat redis_password)"
keep nats_users.conf "authorization { user: switchyard, password: \"$(cat nats_password)\" }"
keep database_url "postgres://switchyard:$(cat postgres_password)@postgres:5432/switchyard"
keep redis_url "redis://:$(cat redis_password)@redis:6379"
keep nats_url "nats://switchyard:$(cat nats_password)@nats:4222"
echo "Keep a copy of $PWD: without switchyard_secret nobody can read the keys of channels and customers again."
