#!/bin/sh
# Makes .env of .env.example: sh deploy/make-env.sh courses.example.com you@example.com
set -eu
cd "$(dirname "$0")/.."

domain=${1:-}
email=${2:-}
if [ -z "$domain" ] || [ -z "$email" ]; then
  echo 'Say your domain and your e-mail address: sh deploy/make-env.sh courses.example.com you@example.com' >&2
  exit 1
fi
if [ -e .env ]; then
  echo '.env is there already and was left as it is.' >&2
  exit 1
fi

umask 077
while IFS= read -r line; do
  case $line in
    DOMAIN=*) line=DOMAIN=$domain ;;
    ACME_EMAIL=*) line=ACME_EMAIL=$email ;;
    *=generated) line=${line%generated}$(od -An -N32 -tx1 /dev/urandom | tr -d ' \n') ;;
  esac
  printf '%s\n' "$line"
done <.env.example >.env.new
mv .env.new .env
echo 'Made .env. Next: docker compose up --detach --build'
