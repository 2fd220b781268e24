#!/bin/sh
# The one user comes from the environment, so that no image and no volume has the password.
set -eu
umask 077
printf '"portico_app" "%s"\n' "$APP_PASSWORD" >/tmp/users.txt
exec pgbouncer /etc/portico/pgbouncer.ini
