-- Two-factor sign-in: authenticator apps, passkeys, recovery codes, and which roles need them.

-- The authenticator app of an account. The secret is encrypted with a key from the configuration, like the keys of
-- integrations. One that is being set up counts for nothing before a code confirms it; the former one works until then.
create table authenticator_apps (
  user_id bigint primary key references users on delete cascade,
  secret bytea,
  confirmed_at timestamptz,
  pending_secret bytea,
  -- The last time step whose code was taken: a code works once.
  last_step bigint,
  constraint authenticator_apps_confirmed check ((secret is null) = (confirmed_at is null))
);

-- The passkeys of an account. Each works at the address it was made for (`rp_id`) and nowhere else.
create table passkeys (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  rp_id text not null,
  credential_id text not null constraint passkeys_credential unique,
  public_key bytea not null,
  counter bigint not null default 0,
  transports text[] not null default '{}',
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id, id);

-- The recovery codes of an account, each of which works once. Only their HMAC is kept.
create table recovery_codes (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index recovery_codes_code on recovery_codes (user_id, code_hash);

-- These belong to the account, which is the same in all portals. A portal reads none of them: the program opens them for
-- the person alone.
alter table authenticator_apps enable row level security;
alter table authenticator_apps force row level security;
create policy platform on authenticator_apps to portico_platform using (true) with check (true);
create policy owner on authenticator_apps to current_user using (true) with check (true);
revoke select, insert, update, delete on authenticator_apps from portico_app;
alter table passkeys enable row level security;
alter table passkeys force row level security;
create policy platform on passkeys to portico_platform using (true) with check (true);
create policy owner on passkeys to current_user using (true) with check (true);
revoke select, insert, update, delete on passkeys from portico_app;
alter table recovery_codes enable row level security;
alter table recovery_codes force row level security;
create policy platform on recovery_codes to portico_platform using (true) with check (true);
create policy owner on recovery_codes to current_user using (true) with check (true);
revoke select, insert, update, delete on recovery_codes from portico_app;

-- Whether an account signs in with a second factor.
create function has_second_factor(account bigint) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from authenticator_apps where user_id = account and confirmed_at is not null)
    or exists (select from passkeys where user_id = account)
$$;
revoke all on function has_second_factor(bigint) from public;
grant execute on function has_second_factor(bigint) to portico_app, portico_platform;

-- What a portal requires of sign-ins: the roles that need a second factor, and for how long people may put it off.
create table sign_in_rules (
  portal_id bigint primary key references portals,
  -- The roles that need a second factor, each with the time since when: { "portal_admin": "2026-11-26T10:00:00Z" }. The days
  -- of grace begin then, or when somebody gets the role.
  required_roles jsonb not null default '{}',
  grace_days int not null default 14 check (grace_days between 0 and 90),
  may_trust_devices boolean not null default true
);
select enable_tenant('sign_in_rules');

-- Sign-ins with the right password that wait for their second step. They open nothing but that step. Only the browser
-- knows the token; this table has its SHA-256.
create table pending_sign_ins (
  id bigint generated always as identity primary key,
  portal_id bigint not null references portals,
  user_id bigint not null references users on delete cascade,
  token_hash bytea not null unique,
  is_remembered boolean not null default false,
  is_by_badge boolean not null default false,
  purpose text check (purpose in ('checkout', 'invitation')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  unique (portal_id, id)
);
create index pending_sign_ins_expires_at on pending_sign_ins (expires_at);
select enable_tenant('pending_sign_ins');

-- Challenges that a passkey has to sign, each once.
create table passkey_challenges (
  id bigint generated always as identity primary key,
  portal_id bigint not null references portals,
  -- Null where the passkey itself says who signs in.
  user_id bigint references users on delete cascade,
  challenge text not null unique,
  expires_at timestamptz not null,
  unique (portal_id, id)
);
create index passkey_challenges_expires_at on passkey_challenges (expires_at);
select enable_tenant('passkey_challenges');

-- Browsers in which a person signs in with the password alone for a time, by the device cookie.
create table trusted_devices (
  portal_id bigint not null references portals,
  user_id bigint not null references users on delete cascade,
  device_hash bytea not null,
  expires_at timestamptz not null,
  primary key (portal_id, user_id, device_hash)
);
create index trusted_devices_user on trusted_devices (user_id);
select enable_tenant('trusted_devices');
