#!/bin/sh
# Runs once, when the database is made: the roles of the program, none of which is a superuser, and its database.
set -eu
psql --no-psqlrc --set=ON_ERROR_STOP=1 --username="$POSTGRES_USER" --dbname=postgres \
  --set=owner_password="$OWNER_PASSWORD" --set=app_password="$APP_PASSWORD" <<'SQL'
create role portico_owner login password :'owner_password';
create role portico_app login password :'app_password';
create role portico_platform nologin;
grant portico_platform to portico_app with inherit false, set true;
grant portico_app to portico_owner with inherit false, set true;
-- The health screen shows what other roles do and how far the replica is behind.
grant pg_monitor to portico_app;
create database portico owner portico_owner;
\connect portico
create extension pg_trgm;
create extension citext;
create extension pg_stat_statements;
SQL
