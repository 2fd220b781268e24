#!/bin/sh
# Runs once, when the database is made: the role that the replica and the backups copy with, and the place of the replica in
# the log. A replica that is gone for long is given up before it fills the disk (max_slot_wal_keep_size).
set -eu
psql --no-psqlrc --set=ON_ERROR_STOP=1 --username="$POSTGRES_USER" --dbname=postgres \
  --set=replica_password="$REPLICA_PASSWORD" <<'SQL'
create role replica replication login password :'replica_password';
select pg_create_physical_replication_slot('replica');
SQL
echo 'host replication replica all scram-sha-256' >>"$PGDATA/pg_hba.conf"
