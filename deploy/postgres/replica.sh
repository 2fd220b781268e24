#!/bin/sh
# Copies the primary once and follows it from then on. A copy that was cut short begins again.
set -eu
if [ ! -f "$PGDATA/standby.signal" ] && [ ! -f "$PGDATA/copied" ]; then
  until
    rm -rf "$PGDATA"
    pg_basebackup --host="${PRIMARY:-postgres}" --username=replica --pgdata="$PGDATA" \
      --slot=replica --wal-method=stream --checkpoint=fast --write-recovery-conf
  do
    echo 'The primary cannot be copied yet; trying again in 2 seconds.'
    sleep 2
  done
  touch "$PGDATA/copied"
fi
exec "$@"
