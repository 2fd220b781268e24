-- How people sign in, and who says who they are:
--
-- - Two-factor sign-in: authenticator apps, passkeys, recovery codes, and which roles need them.
-- - Badges: a number and a code that identify a person in one portal, and the PIN that goes with them (decision 064).
-- - Single sign-on: people of a portal sign in at a provider of their company, by OpenID Connect or SAML 2.0 (SSO-001).
-- - Provisioning: a provider keeps people and groups of a portal by SCIM 2.0 (PRV-001).

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

-- A badge that was given to a person. Number and code say who it is and open nothing, since they are printed. A withdrawn badge
-- stays, so that its number goes to nobody else.
create table badges (
  id bigint generated always as identity primary key,
  portal_id bigint not null,
  user_id bigint not null,
  number text not null check (number ~ '^[A-Z0-9][A-Z0-9-]{1,18}[A-Z0-9]$'),
  -- What its QR says.
  code text not null check (code ~ '^[0-9a-z]{20}$'),
  issued_at timestamptz not null,
  -- Null for a token of the portal.
  issued_by bigint references users,
  withdrawn_at timestamptz,
  unique (portal_id, id),
  foreign key (portal_id, user_id) references portal_users (portal_id, user_id) on delete cascade
);
create unique index badges_number on badges (portal_id, number) where withdrawn_at is null;
create unique index badges_code on badges (portal_id, code);
create unique index badges_person on badges (portal_id, user_id) where withdrawn_at is null;
create index badges_numbers on badges (portal_id, number, user_id);
create index badges_of_person on badges (portal_id, user_id, id desc);
select enable_tenant('badges');
-- `fold_person` runs as the owner.
create policy owner on badges for select to current_user using (true);

-- What a person types beside the badge: a PIN, or a password. It opens this portal alone.
create table badge_secrets (
  portal_id bigint not null,
  user_id bigint not null,
  secret_hash text,
  is_pin boolean not null default false,
  set_at timestamptz,
  -- The SHA-256 of the code that sets a new one, once.
  start_code_hash bytea,
  start_code_ends_at timestamptz,
  primary key (portal_id, user_id),
  foreign key (portal_id, user_id) references portal_users (portal_id, user_id) on delete cascade,
  constraint badge_secrets_set check ((secret_hash is null) = (set_at is null)),
  constraint badge_secrets_start_code check ((start_code_hash is null) = (start_code_ends_at is null))
);
select enable_tenant('badge_secrets');

-- Wrong PINs, passwords and start codes of a badge since there is a new one: those of each browser that the person has signed in
-- with before, and of all others together. After 100 in a year they lock it for a time (BDG-018).
create table badge_wrong_tries (
  portal_id bigint not null,
  user_id bigint not null,
  -- Which known browser, "crew" and the person who leads crew mode on the device, or empty for all others.
  device text not null,
  wrong int not null check (wrong > 0),
  -- The count begins again a year after its first one.
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (portal_id, user_id, device),
  foreign key (portal_id, user_id) references portal_users (portal_id, user_id) on delete cascade
);
select enable_tenant('badge_wrong_tries');

-- The badge number is among what lists find a person by.
create function fold_badge() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update portal_users set folded_text = '' where portal_id = new.portal_id and user_id = new.user_id;
  return null;
end
$$;
revoke all on function fold_badge() from public;
create trigger fold_badge after insert or update of number, withdrawn_at on badges
  for each row execute function fold_badge();

-- Where people of a portal may sign in. Issuer and subject of an answer name a person at the provider.
create table sign_on_providers (
  id bigint generated always as identity primary key,
  portal_id bigint not null references portals,
  kind text not null check (kind in ('oidc', 'saml')),
  name text not null,
  is_active boolean not null default true,
  -- The issuer of OpenID Connect, the entity id of SAML.
  issuer text not null,
  client_id text,
  -- Encrypted with the key of the configuration.
  client_secret bytea,
  scopes text not null default 'openid email profile',
  sign_in_url text,
  sign_out_url text,
  -- Of SAML, in PEM; two while the provider changes its own.
  certificates text[] not null default '{}',
  email_claim text not null default '',
  role_claim text not null default '',
  -- The claim that names the person's manager; empty where none does (SSO-018).
  manager_claim text not null default '',
  -- [{"value": "trainers", "role": "instructor"}]
  role_rules jsonb not null default '[]',
  creates_people boolean not null default false,
  -- The last sign-in that a person finished with it, a test included.
  succeeded_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  unique (portal_id, id),
  check (kind <> 'oidc' or client_id is not null),
  check (kind <> 'saml' or (sign_in_url is not null and cardinality(certificates) > 0))
);
select enable_tenant('sign_on_providers');

-- E-mail domains that a portal has claimed for a provider; proved by a record in the DNS (SSO-008).
create table sign_on_domains (
  id bigint generated always as identity primary key,
  portal_id bigint not null references portals,
  provider_id bigint not null,
  domain text not null,
  token text not null,
  proved_at timestamptz,
  -- Since when the record of a proved domain is not there; after seven days the proof is lost (SSO-017).
  missing_since timestamptz,
  checked_at timestamptz,
  created_at timestamptz not null default now(),
  unique (portal_id, id),
  unique (portal_id, domain),
  foreign key (portal_id, provider_id) references sign_on_providers (portal_id, id)
);
create index sign_on_domains_provider on sign_on_domains (portal_id, provider_id);
create index sign_on_domains_due on sign_on_domains (checked_at) where proved_at is not null;
select enable_tenant('sign_on_domains');

-- Whether a portal still takes passwords: from everyone, from all but people of captured domains, or from nobody (SSO-011).
create table sign_on_settings (
  portal_id bigint primary key references portals,
  password_sign_in text not null default 'on' check (password_sign_in in ('on', 'domains', 'off')),
  updated_at timestamptz not null default now()
);
select enable_tenant('sign_on_settings');

-- Which account a person at a provider has.
create table sign_on_links (
  id bigint generated always as identity primary key,
  portal_id bigint not null references portals,
  provider_id bigint not null,
  issuer text not null,
  subject text not null,
  user_id bigint not null references users,
  created_at timestamptz not null default now(),
  used_at timestamptz not null default now(),
  unique (portal_id, id),
  unique (portal_id, provider_id, issuer, subject),
  foreign key (portal_id, provider_id) references sign_on_providers (portal_id, id)
);
create index sign_on_links_user on sign_on_links (user_id);
select enable_tenant('sign_on_links');

-- A sign-in that was started here. Only an answer to one is taken, once, in the browser that started it (SSO-006).
create table sign_on_attempts (
  id bigint generated always as identity primary key,
  portal_id bigint not null references portals,
  provider_id bigint not null,
  -- Of a test, who runs it.
  tester_id bigint references users,
  state_hash bytea not null unique,
  browser_hash bytea not null,
  -- Encrypted: nonce and code verifier, or the id of the request.
  secrets bytea not null,
  -- Encrypted: what a SAML provider has posted, until the browser comes for it.
  answer bytea,
  answered_at timestamptz,
  problem text,
  used_at timestamptz,
  -- What a test has shown.
  result jsonb,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  unique (portal_id, id),
  foreign key (portal_id, provider_id) references sign_on_providers (portal_id, id)
);
create index sign_on_attempts_expires on sign_on_attempts (expires_at);
create index sign_on_attempts_tests on sign_on_attempts (portal_id, provider_id, id desc) where result is not null;
select enable_tenant('sign_on_attempts');

-- Sessions that a provider has begun, for signing out there as well.
create table sign_on_sessions (
  portal_id bigint not null references portals,
  session_id bigint not null,
  provider_id bigint not null,
  subject text not null,
  -- The name of the session at the provider.
  provider_session text,
  -- With this token, kept by the browser, the address of signing out is asked for.
  sign_out_hash bytea not null unique,
  -- Encrypted: the ID token of OpenID Connect, the name of SAML as it was given.
  hint bytea,
  created_at timestamptz not null default now(),
  primary key (portal_id, session_id),
  foreign key (portal_id, session_id) references sessions (portal_id, id) on delete cascade,
  foreign key (portal_id, provider_id) references sign_on_providers (portal_id, id)
);
create index sign_on_sessions_provider on sign_on_sessions (portal_id, provider_id, subject);
select enable_tenant('sign_on_sessions');

-- With this key a portal signs what it says to SAML providers when somebody signs out; the certificate stands in its metadata.
create table sign_on_keys (
  portal_id bigint primary key references portals,
  -- Encrypted.
  private_key bytea not null,
  certificate text not null,
  created_at timestamptz not null default now()
);
select enable_tenant('sign_on_keys');

-- Links by mail that let an admin of the portal in while it takes no passwords (SSO-012).
create table sign_on_ways_back (
  id bigint generated always as identity primary key,
  portal_id bigint not null references portals,
  user_id bigint not null references users,
  token_hash bytea not null unique,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now(),
  unique (portal_id, id)
);
create index sign_on_ways_back_expires on sign_on_ways_back (expires_at);
select enable_tenant('sign_on_ways_back');

-- Whether a portal takes calls of a provider. Calls that write lock the row, so that they come one after the other.
create table provisioning_settings (
  portal_id bigint primary key references portals,
  is_on boolean not null default false,
  updated_at timestamptz not null default now()
);
select enable_tenant('provisioning_settings');

-- What a provider says of a person beside the profile. It goes when the person leaves.
create table provisioned_people (
  portal_id bigint not null,
  user_id bigint not null,
  -- The name by which the provider signs the person in, mostly an e-mail.
  user_name text not null,
  -- The SCIM resource without what the profile holds: display name, title, department, e-mails, phone numbers and such.
  attributes jsonb not null default '{}',
  -- The manager as the provider names one, who may come later.
  manager_ref text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (portal_id, user_id),
  foreign key (portal_id, user_id) references portal_users (portal_id, user_id) on delete cascade
);
create unique index provisioned_people_user_name on provisioned_people (portal_id, lower(user_name));
create index provisioned_people_manager on provisioned_people (portal_id, lower(manager_ref)) where manager_ref is not null;
select enable_tenant('provisioned_people');

-- Groups of the provider, and what an admin has mapped them to: a role, or the team of a manager.
create table provisioned_groups (
  id bigint generated always as identity primary key,
  portal_id bigint not null references portals,
  name text not null,
  external_id text,
  role text check (role in (
    'portal_admin', 'admin', 'sub_admin', 'course_admin', 'accounting', 'manager', 'instructor', 'learner', 'editor', 'partner')),
  manager_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (portal_id, id),
  foreign key (portal_id, manager_id) references portal_users (portal_id, user_id)
);
create unique index provisioned_groups_name on provisioned_groups (portal_id, lower(name));
select enable_tenant('provisioned_groups');

-- Who is in which group of a provider.
create table provisioned_group_members (
  portal_id bigint not null,
  group_id bigint not null,
  user_id bigint not null,
  primary key (portal_id, group_id, user_id),
  foreign key (portal_id, group_id) references provisioned_groups (portal_id, id) on delete cascade,
  foreign key (portal_id, user_id) references portal_users (portal_id, user_id) on delete cascade
);
create index provisioned_group_members_user on provisioned_group_members (portal_id, user_id);
select enable_tenant('provisioned_group_members');

-- What a provider did in the last 90 days, and what was refused, for the screen (PRV-016).
create table provisioning_events (
  id bigint generated always as identity primary key,
  portal_id bigint not null references portals,
  kind text not null check (kind in (
    'person_created', 'person_changed', 'person_deactivated', 'person_reactivated', 'person_removed',
    'group_created', 'group_changed', 'group_removed', 'refused')),
  user_id bigint references users,
  -- Whom or what it is about, in the words of that moment.
  subject text not null,
  detail text,
  token_name text not null,
  created_at timestamptz not null,
  unique (portal_id, id)
);
create index provisioning_events_list on provisioning_events (portal_id, id desc);
create index provisioning_events_created_at on provisioning_events (created_at);
select enable_tenant('provisioning_events');
