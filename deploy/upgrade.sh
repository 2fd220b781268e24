#!/bin/sh
# Brings the version of this checkout into service, one process after the other, so that nobody sees an error.
set -eu
cd "$(dirname "$0")/.."
docker compose build
docker compose run --rm prepare
for process in web-1 web-2 worker; do
  docker compose up --detach --no-deps --wait "$process"
done
# What else has changed, such as the version of Caddy.
docker compose up --detach
