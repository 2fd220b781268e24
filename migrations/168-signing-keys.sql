-- The keys with which a portal signs what others check without it: files for inspectors (EVD-002).

-- Ed25519 keys of a portal. One of them signs; the public halves of earlier ones stay, so that what they signed can be checked.
create table signing_keys (
  portal_id bigint not null references portals,
  -- The first 16 hexadecimal digits of the SHA-256 of the public key.
  key_id text not null check (key_id ~ '^[0-9a-f]{16}$'),
  -- The 32 bytes of RFC 8032.
  public_key bytea not null check (length(public_key) = 32),
  -- Encrypted with the key of the configuration; gone once another key signs.
  private_key bytea,
  created_at timestamptz not null,
  retired_at timestamptz,
  primary key (portal_id, key_id),
  check ((private_key is null) = (retired_at is not null))
);
create unique index signing_keys_one_signs on signing_keys (portal_id) where retired_at is null;
select enable_tenant('signing_keys');
revoke update, delete on signing_keys from portico_app, portico_platform;
grant update (private_key, retired_at) on signing_keys to portico_app, portico_platform;
