-- Single sign-on: people of a portal sign in at a provider of their company, by OpenID Connect or SAML 2.0 (SSO-001).

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
