-- What every slice stands on: the two walls between tenants, and the tables of the platform itself.

-- Puts the tenant wall on a table that has a portal_id: row-level security that even the owner obeys.
-- The application role sees the rows of the portal its transaction names and nothing without one;
-- the platform role (super admins, jobs over all portals) sees every row.
create function enable_tenant(target regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy tenant on %s to portico_app
       using (portal_id = (select nullif(current_setting(''app.portal_id'', true), '''')::bigint))
       with check (portal_id = (select nullif(current_setting(''app.portal_id'', true), '''')::bigint))', target);
  execute format('create policy platform on %s to portico_platform using (true) with check (true)', target);
end $$;

-- Payloads of live events too large for NOTIFY; the id travels instead.
create table bus_payloads (
  id bigint generated always as identity primary key,
  payload jsonb not null,
  created_at timestamptz not null default now()
);
create index bus_payloads_created_at on bus_payloads (created_at);

-- Files the product keeps: materials, logos, covers, certificate PDFs. `key` is the place in the file storage.
create table media (
  id bigint generated always as identity primary key,
  portal_id bigint not null,
  uuid uuid not null default uuidv7(),
  user_id bigint,
  name text not null,
  type text not null,
  mime_type text not null,
  size bigint not null,
  key text not null,
  is_public boolean not null default false,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  unique (portal_id, id),
  unique (uuid)
);
create index media_list on media (portal_id, id desc) where deleted_at is null;
select enable_tenant('media');

-- First results of repeatable calls (API-024), kept for 24 hours.
create table idempotency_keys (
  portal_id bigint not null,
  key text not null,
  caller text not null,
  method text not null,
  path text not null,
  body_hash text not null,
  status int,
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (portal_id, caller, key)
);
create index idempotency_keys_created_at on idempotency_keys (created_at);
select enable_tenant('idempotency_keys');
