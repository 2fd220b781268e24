-- People: accounts, profiles, roles, sign-ins, and the log of what they did.

-- An account: the e-mail, password and role on the platform that belong to a person in all portals (USR-008). The profile
-- belongs to one portal and is in `portal_users`.
create table users (
  id bigint generated always as identity primary key,
  uuid uuid not null default uuidv7() unique,
  -- In the canonical form of src/kernel/email.ts, so that one mailbox is one person (VAL-034); null for decision 064.
  email text constraint users_email_canonical check (email ~ '^[!-@\[-~]+@[a-z0-9.-]+$'),
  password_hash text,
  -- Whether somebody else set the password and may know it; a link mailed to the account's address ends that.
  is_password_shared boolean not null default false,
  platform_role text check (platform_role in ('super_admin', 'sub_super_admin')),
  is_blocked boolean not null default false,
  email_verified_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index users_email on users (email);

-- A person in one portal, with the profile that this portal was given: only the portal and the person see and change it
-- (USR-045).
create table portal_users (
  portal_id bigint not null references portals,
  user_id bigint not null references users,
  username text check (username !~ '^[0-9]+$'),
  -- The id that the customer's own systems know the person by (INT-033); it stays when the person leaves, for one who is rehired.
  external_id text check (external_id ~ '^[!-~]{1,128}$'),
  first_name text, middle_name text, last_name text,
  avatar text, avatar_changed_at timestamptz,
  direct_number text,
  billing_address text, billing_address_2 text, billing_country text,
  billing_city text, billing_state text, billing_zip_code text,
  shipping_address text, shipping_address_2 text, shipping_country text,
  shipping_city text, shipping_state text, shipping_zip_code text,
  -- When the shipping address was confirmed as entered (SHP-015); null after a change of it.
  shipping_confirmed_at timestamptz,
  city text, country text, state text, zip_code text,
  is_blocked boolean not null default false,
  -- Whether the mail with the way in waits until the person is activated (PRV-020).
  is_welcome_waiting boolean not null default false,
  joined_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- When the person was removed from the portal while their records stay (USR-011).
  left_at timestamptz,
  -- How often every way in was closed. What carries an earlier number, as a launch of a course does, opens nothing (PRV-018).
  access_epoch integer not null default 0,
  -- Whom the person reports to, as a provider says (PRV-013): their learner enrollments are assigned to that manager.
  manager_id bigint,
  -- The manager as the last sign-in at a provider named one, who may come later (SSO-018).
  manager_claim text,
  -- The e-mail at the time of leaving, since the portal does not learn of later changes.
  former_email text,
  -- What lists find the person by: names, username, e-mail and badge number, kept by the trigger `fold_person`.
  folded_text text not null default '',
  primary key (portal_id, user_id),
  foreign key (portal_id, manager_id) references portal_users (portal_id, user_id)
);
create index portal_users_manager on portal_users (portal_id, manager_id) where manager_id is not null;
create index portal_users_manager_claim on portal_users (portal_id, lower(manager_claim)) where manager_claim is not null;
create index portal_users_joined on portal_users (portal_id, joined_at desc, user_id desc) where left_at is null;
create index portal_users_left on portal_users (portal_id, joined_at desc, user_id desc) where left_at is not null;
create index portal_users_user on portal_users (user_id);
create index portal_users_folded_text on portal_users using gin (folded_text gin_trgm_ops) with (fastupdate = off);
select enable_tenant('portal_users');
-- The address of a person's page within the portal (USR-007).
create unique index portal_users_username on portal_users (portal_id, lower(username));
create unique index portal_users_external_id on portal_users (portal_id, external_id) where external_id is not null;

-- A portal sees the accounts of its own people. It never sees a password and changes no account.
alter table users enable row level security;
alter table users force row level security;
create policy tenant on users for select to portico_app using (
  exists (
    select from portal_users m
    where m.user_id = users.id and m.portal_id = (select nullif(current_setting('app.portal_id', true), '')::bigint)
  )
);
create policy platform on users to portico_platform using (true) with check (true);
-- For the functions below, which run as the owner.
create policy owner on users to current_user using (true) with check (true);
revoke select, insert, update, delete on users from portico_app;
grant select (id, uuid, email, platform_role, is_blocked, email_verified_at, created_at, updated_at) on users to portico_app;

-- The account with an e-mail, in any portal: for signing in and for joining another portal.
create function account_by_email(wanted text)
returns table (id bigint, email text, password_hash text, platform_role text, is_blocked boolean, email_verified_at timestamptz,
  is_password_shared boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, u.email, u.password_hash, u.platform_role, u.is_blocked, u.email_verified_at, u.is_password_shared
  from users u where u.email = wanted
$$;

-- Creates an account, with an e-mail or without one; null if the e-mail already has one.
create function create_account(email text, password_hash text, at timestamptz) returns bigint
language sql security definer set search_path = public, pg_temp as $$
  insert into users (email, password_hash, created_at, updated_at) values ($1, $2, $3, $3)
  on conflict do nothing returning id
$$;
revoke all on function account_by_email(text), create_account(text, text, timestamptz) from public;
grant execute on function account_by_email(text), create_account(text, text, timestamptz) to portico_app, portico_platform;

-- A person as one portal knows them.
create view people with (security_invoker) as
  select m.portal_id, m.user_id as id, coalesce(m.former_email, u.email) as email, m.username,
    m.first_name, m.middle_name, m.last_name, m.avatar, m.avatar_changed_at, m.direct_number,
    m.billing_address, m.billing_address_2, m.billing_country, m.billing_city, m.billing_state, m.billing_zip_code,
    m.shipping_address, m.shipping_address_2, m.shipping_country, m.shipping_city, m.shipping_state, m.shipping_zip_code,
    m.shipping_confirmed_at, m.city, m.country, m.state, m.zip_code,
    m.external_id, m.is_blocked as is_blocked_here, u.is_blocked as is_blocked_everywhere, u.platform_role, u.email_verified_at,
    m.joined_at, m.left_at, m.folded_text, m.manager_id
  from portal_users m left join users u on u.id = m.user_id;
revoke insert, update, delete on people from portico_app, portico_platform;

-- The functions below run as the owner, for whom this policy opens the rows.
create policy search on portal_users to current_user using (true) with check (true);

-- Keeps `folded_text`, by which lists find people. A change of an account's e-mail touches the person in each portal.
create function fold_person() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_table_name = 'users' then
    update portal_users set folded_text = '' where user_id = new.id and former_email is null;
    return null;
  end if;
  new.folded_text := fold_text(concat_ws(' ', new.first_name, new.middle_name, new.last_name, new.username, new.external_id,
    coalesce(new.former_email, (select email from users where id = new.user_id)),
    (select number from badges where portal_id = new.portal_id and user_id = new.user_id and withdrawn_at is null)));
  return new;
end
$$;
create trigger fold_person before insert or update of first_name, middle_name, last_name, username, external_id, former_email, folded_text
  on portal_users for each row execute function fold_person();
create trigger fold_person after update of email on users
  for each row when (old.email is distinct from new.email) execute function fold_person();

-- At most this many people of the portal whose names, username, external id, e-mail or badge number hold all of the patterns.
create function people_found(patterns text[], most int) returns setof bigint
language plpgsql stable security definer
set search_path = public, pg_temp set plan_cache_mode = force_custom_plan set jit = off as $$
begin
  return query select user_id from portal_users
    -- The index is asked for the first alone.
    where portal_id = portal_of_transaction() and folded_text like patterns[1] and folded_text like all (patterns) limit most;
end
$$;
revoke all on function fold_person(), people_found(text[], int) from public;
grant execute on function people_found(text[], int) to portico_app, portico_platform;

-- The roles of a person in a portal.
create table portal_user_roles (
  portal_id bigint not null,
  user_id bigint not null,
  role text not null check (role in (
    'portal_admin', 'admin', 'sub_admin', 'course_admin', 'accounting', 'manager', 'instructor', 'learner', 'editor', 'partner')),
  is_outside boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (portal_id, user_id, role),
  foreign key (portal_id, user_id) references portal_users (portal_id, user_id) on delete cascade
);
create index portal_user_roles_role on portal_user_roles (portal_id, role, user_id);
select enable_tenant('portal_user_roles');

-- Exceptions from the role table for a kind of portal (ROL-075).
create table permission_defaults (
  kind text not null check (kind in ('general', 'channel', 'house')),
  role text not null,
  permission text not null,
  is_allowed boolean not null,
  primary key (kind, role, permission)
);

-- Exceptions from the role table for one portal.
create table portal_permissions (
  portal_id bigint not null references portals,
  role text not null,
  permission text not null,
  is_allowed boolean not null,
  primary key (portal_id, role, permission)
);
select enable_tenant('portal_permissions');

-- Sign-ins, each at one portal. Only the browser knows the token; this table has its SHA-256. One by badge counts here alone.
create table sessions (
  id bigint generated always as identity primary key,
  portal_id bigint not null references portals,
  user_id bigint not null references users,
  token_hash bytea not null unique,
  "current_role" text not null,
  is_remembered boolean not null default false,
  is_by_badge boolean not null default false,
  impersonator_id bigint references users,
  address text, user_agent text,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  ended_at timestamptz,
  end_reason text,
  unique (portal_id, id)
);
create unique index sessions_one_running on sessions (portal_id, user_id) where ended_at is null and impersonator_id is null;
create index sessions_running on sessions (user_id) where ended_at is null;
-- When somebody was last active in a portal (USR-050).
create index sessions_last_seen on sessions (portal_id, user_id, last_seen_at desc) where impersonator_id is null;
select enable_tenant('sessions');

-- Links sent by mail: reset-password, invite, verify-email, change-email. Only the SHA-256 of the token is kept.
create table link_tokens (
  id bigint generated always as identity primary key,
  portal_id bigint not null references portals,
  user_id bigint references users,
  type text not null check (type in ('reset-password', 'invite', 'verify-email', 'change-email')),
  token_hash bytea not null unique,
  email text not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now(),
  unique (portal_id, id)
);
create index link_tokens_open on link_tokens (user_id, type) where used_at is null;
select enable_tenant('link_tokens');

-- Tokens with which people call the API from their own programs.
create table api_tokens (
  id bigint generated always as identity primary key,
  portal_id bigint not null references portals,
  user_id bigint not null references users,
  name text not null,
  token_hash bytea not null unique,
  expires_at timestamptz not null,
  last_used_at timestamptz,
  created_at timestamptz not null default now(),
  unique (portal_id, id)
);
create index api_tokens_own on api_tokens (portal_id, user_id, id desc);
select enable_tenant('api_tokens');

-- Tokens of a portal, with which the customer's own systems call the API. They belong to no person (decision 042). A revoked
-- one stays, so that the log and the list still know it.
create table portal_tokens (
  id bigint generated always as identity primary key,
  portal_id bigint not null references portals,
  name text not null,
  -- What its calls may do (src/kernel/access/token-scopes.ts).
  scopes text[] not null check (cardinality(scopes) > 0),
  token_hash bytea not null unique,
  -- The last characters, by which people tell tokens apart.
  hint text not null,
  expires_at timestamptz not null,
  last_used_at timestamptz,
  created_by bigint not null references users,
  created_at timestamptz not null,
  -- The transaction that made it: changes of progress are noted from then on.
  created_in bigint not null default pg_current_xact_id()::text::bigint,
  revoked_at timestamptz,
  revoked_by bigint references users,
  unique (portal_id, id)
);
create index portal_tokens_list on portal_tokens (portal_id, id desc);
create index portal_tokens_reading on portal_tokens (portal_id) where 'progress:read' = any (scopes);
select enable_tenant('portal_tokens');
revoke delete on portal_tokens from portico_app;

-- The calls of the last 30 days that carried a token, without what was sent and answered. They keep the token's name, so that
-- a revoked one is still known by it.
create table api_calls (
  id bigint generated always as identity primary key,
  portal_id bigint not null references portals,
  -- The person of a personal token; null for a token of the portal.
  user_id bigint references users,
  portal_token_id bigint,
  token_name text not null,
  method text not null,
  -- Without its query, which may hold names.
  path text not null,
  status int not null,
  duration_ms int not null,
  request_id text not null,
  -- What a call that failed answered, and how many rows of a bulk call were refused; null where nothing was.
  error jsonb,
  created_at timestamptz not null,
  unique (portal_id, id),
  foreign key (portal_id, portal_token_id) references portal_tokens (portal_id, id)
);
create index api_calls_created_at on api_calls (created_at);
create index api_calls_list on api_calls (portal_id, id desc);
create index api_calls_of_token on api_calls (portal_id, portal_token_id, id desc) where portal_token_id is not null;
create index api_calls_failed on api_calls (portal_id, id desc) where status >= 400;
select enable_tenant('api_calls');

-- Wrong passwords of the last hour, counted over all portals: for an account, for a network, and for each device that has
-- proven an earlier sign-in of the account.
create table wrong_passwords (
  id bigint generated always as identity primary key,
  -- The e-mail as typed, in lower case, whether or not it has an account; for codes and badges with words before it.
  email text not null,
  network text not null,
  -- Null for a device that the account does not know.
  device text,
  created_at timestamptz not null default now()
);
create index wrong_passwords_email on wrong_passwords (email, created_at);
create index wrong_passwords_network on wrong_passwords (network, created_at);
create index wrong_passwords_created_at on wrong_passwords (created_at);

-- Mails that somebody requested by typing an address. They are counted for the address over all portals, so that nobody's
-- mailbox can be flooded. The program counts them through a function and cannot read them.
create table mails_on_request (
  id bigint generated always as identity primary key,
  to_email text not null,
  created_at timestamptz not null default now()
);
create index mails_on_request_to_email on mails_on_request (to_email, created_at);
create index mails_on_request_created_at on mails_on_request (created_at);
alter table mails_on_request enable row level security;
alter table mails_on_request force row level security;
create policy platform on mails_on_request to portico_platform using (true) with check (true);
create policy owner on mails_on_request to current_user using (true) with check (true);
revoke select, insert, update, delete on mails_on_request from portico_app;

-- Counts a mail to an address; returns false, and counts nothing, if the address got `most` mails in the hour before. The
-- lock makes requests that arrive at the same moment count one after the other.
create function count_mail_on_request(address text, at timestamptz, most int) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('mail on request:' || address, 0));
  if (select count(*) from mails_on_request where to_email = address and created_at > at - interval '1 hour') >= most then
    return false;
  end if;
  insert into mails_on_request (to_email, created_at) values (address, at);
  return true;
end
$$;
revoke all on function count_mail_on_request(text, timestamptz, int) from public;
grant execute on function count_mail_on_request(text, timestamptz, int) to portico_app, portico_platform;

-- Notes that administrators keep about a person of their portal.
create table user_notes (
  id bigint generated always as identity primary key,
  portal_id bigint not null,
  user_id bigint not null,
  author_id bigint not null references users,
  text text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (portal_id, id),
  foreign key (portal_id, user_id) references portal_users (portal_id, user_id) on delete cascade
);
create index user_notes_list on user_notes (portal_id, user_id, id desc);
select enable_tenant('user_notes');

-- What a person chose for a list of a portal: the columns, and searches and filters saved under a name (USR-049).
create table list_views (
  portal_id bigint not null references portals,
  user_id bigint not null references users,
  list text not null,
  -- The optional columns that are shown; null for those the list shows by itself.
  columns text[],
  -- [{ "name", "query": { field: text } }] in the order in which they were saved
  saved jsonb not null default '[]',
  updated_at timestamptz not null default now(),
  primary key (portal_id, user_id, list)
);
select enable_tenant('list_views');

-- Who did what. Entries are written and read, never changed (REP-005).
create table activity_logs (
  id bigint generated always as identity primary key,
  portal_id bigint not null references portals,
  user_id bigint references users,
  impersonator_id bigint references users,
  -- The token of the portal that did it; a call with one is no person's.
  token_name text,
  action text not null,
  subject_type text,
  subject_id bigint,
  changes jsonb,
  address text,
  created_at timestamptz not null default now(),
  -- What it is about, by its action (src/kernel/activity.ts): what the log is filtered by.
  topic text not null default 'other',
  unique (portal_id, id)
);
create index activity_logs_list on activity_logs (portal_id, id desc);
create index activity_logs_topic on activity_logs (portal_id, topic, id desc);
create index activity_logs_impersonated on activity_logs (portal_id, id desc)
  where impersonator_id is not null or topic = 'impersonation';
-- Who switched which permission, over all portals (ROL-084).
create index activity_logs_switches on activity_logs (id desc) where action = 'permissions.switch';
create index activity_logs_own on activity_logs (portal_id, user_id, id desc);
-- The enrollment that an entry is about, or null (EVD-005).
create function enrollment_of_entry(subject_type text, subject_id bigint, changes jsonb) returns bigint
language sql immutable parallel safe as $$
  select case
    when subject_type = 'enrollment' then subject_id
    when jsonb_typeof(changes -> 'related_id') = 'number' then (changes ->> 'related_id')::bigint
  end
$$;
create index activity_logs_enrollment on activity_logs (portal_id, enrollment_of_entry(subject_type, subject_id, changes), id)
  where enrollment_of_entry(subject_type, subject_id, changes) is not null;
select enable_tenant('activity_logs');
revoke update, delete on activity_logs from portico_app;
