#!/bin/sh
# Copies the whole database once a day, beside the log that the primary archives all day, and drops what is older than
# BACKUP_KEEP_DAYS. From a copy and the log every moment since then can be restored (docs/operations.md). `once` makes one
# copy now.
set -eu
place=${ARCHIVE:-/backups}
keep=${BACKUP_KEEP_DAYS:-14}
if [ "$(id -u)" = 0 ]; then
  install -d -o postgres -g postgres -m 700 "$place/log" "$place/copies"
  exec gosu postgres sh "$0" "$@"
fi

copy() {
  name=$place/copies/$(date -u +%Y-%m-%dT%H-%M-%SZ)
  rm -rf "$place"/copies/*.unfinished
  pg_basebackup --host="${PRIMARY:-postgres}" --username=replica --pgdata="$name.unfinished" \
    --format=tar --gzip --wal-method=fetch --checkpoint=fast
  mv "$name.unfinished" "$name"
  echo "Copied the database to $name"
}

drop_old() {
  newest=$(ls -d "$place"/copies/*Z | tail -n 1)
  find "$place/copies" -mindepth 1 -maxdepth 1 -name '*Z' ! -path "$newest" -mtime "+$keep" -exec rm -rf {} +
  oldest=$(ls -d "$place"/copies/*Z | head -n 1)
  first=$(tar -xzOf "$oldest/base.tar.gz" backup_label | sed -n 's/^START WAL LOCATION: .*(file \(.*\))$/\1/p')
  pg_archivecleanup "$place/log" "$first"
}

if [ "${1:-}" = once ]; then
  copy
  drop_old
  exit
fi
while :; do
  if [ -z "$(find "$place/copies" -mindepth 1 -maxdepth 1 -name '*Z' -mmin -1430)" ]; then
    if copy; then drop_old; else echo 'The database could not be copied; trying again in 5 minutes.' >&2; fi
  fi
  sleep 300
done
