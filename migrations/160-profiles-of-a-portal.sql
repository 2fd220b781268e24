-- An account (e-mail, password, role on the platform) belongs to the person. The profile belongs to one portal: it holds
-- what that portal was told, and only that portal and the person see and change it (USR-045).

alter table portal_users
  add column username text check (username !~ '^[0-9]+$'),
  add column first_name text, add column middle_name text, add column last_name text,
  add column avatar text, add column avatar_changed_at timestamptz,
  add column direct_number text,
  add column billing_address text, add column billing_address_2 text, add column billing_country text,
  add column billing_city text, add column billing_state text, add column billing_zip_code text,
  add column shipping_address text, add column shipping_address_2 text, add column shipping_country text,
  add column shipping_city text, add column shipping_state text, add column shipping_zip_code text,
  -- When the shipping address was confirmed as entered (SHP-015); null after a change of it.
  add column shipping_confirmed_at timestamptz,
  add column city text, add column country text, add column state text, add column zip_code text,
  -- The e-mail at the time of leaving: the portal does not learn what it becomes afterwards.
  add column former_email text,
  add column updated_at timestamptz not null default now();

-- The wall also hides every row from the owner, who changes them here.
alter table portal_users no force row level security;

-- Everyone whose work is on record in a portal has a row there. Who never joined has one of somebody who left.
do $$
declare
  one record;
begin
  for one in
    select c.relname as name, a.attname as person
      from pg_constraint k
      join pg_class c on c.oid = k.conrelid
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
     where k.contype = 'f' and k.confrelid = 'users'::regclass and c.relname <> 'portal_users'
       and exists (select from pg_attribute p where p.attrelid = c.oid and p.attname = 'portal_id' and not p.attisdropped)
  loop
    execute format('alter table %I no force row level security', one.name);
    execute format(
      'insert into portal_users (portal_id, user_id, joined_at, left_at)
         select distinct portal_id, %I, now(), now() from %I where %I is not null on conflict do nothing',
      one.person, one.name, one.person);
    execute format('alter table %I force row level security', one.name);
  end loop;
end
$$;

update portal_users m set
  username = u.username, first_name = u.first_name, middle_name = u.middle_name, last_name = u.last_name,
  avatar = u.avatar, avatar_changed_at = u.avatar_changed_at, direct_number = u.direct_number,
  billing_address = u.billing_address, billing_address_2 = u.billing_address_2, billing_country = u.billing_country,
  billing_city = u.billing_city, billing_state = u.billing_state, billing_zip_code = u.billing_zip_code,
  shipping_address = u.shipping_address, shipping_address_2 = u.shipping_address_2, shipping_country = u.shipping_country,
  shipping_city = u.shipping_city, shipping_state = u.shipping_state, shipping_zip_code = u.shipping_zip_code,
  shipping_confirmed_at = u.shipping_confirmed_at,
  city = u.city, country = u.country, state = u.state, zip_code = u.zip_code
from users u where u.id = m.user_id;

alter table portal_users force row level security;

-- The address of a person within the portal (USR-007).
create unique index portal_users_username on portal_users (portal_id, lower(username));

alter table users
  drop column username, drop column first_name, drop column middle_name, drop column last_name,
  drop column avatar, drop column avatar_changed_at, drop column direct_number,
  drop column billing_address, drop column billing_address_2, drop column billing_country,
  drop column billing_city, drop column billing_state, drop column billing_zip_code,
  drop column shipping_address, drop column shipping_address_2, drop column shipping_country,
  drop column shipping_city, drop column shipping_state, drop column shipping_zip_code,
  drop column shipping_confirmed_at,
  drop column city, drop column country, drop column state, drop column zip_code;

-- Whether somebody else has set the password and may know it; a link mailed to the account's address ends that.
alter table users add column is_password_shared boolean not null default false;
update users set is_password_shared = email_verified_at is null and password_hash is not null;

-- The accounts that a portal sees are those with a row there. It never sees a password, and changes no account.
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

-- The account with an e-mail, in whichever portal its person is: for signing in and for joining another portal.
create function account_by_email(wanted text)
returns table (id bigint, email text, password_hash text, platform_role text, is_blocked boolean, email_verified_at timestamptz,
  is_password_shared boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, u.email, u.password_hash, u.platform_role, u.is_blocked, u.email_verified_at, u.is_password_shared
  from users u where u.email = wanted
$$;

-- A new account, or null where the e-mail has one.
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
    m.is_blocked as is_blocked_here, u.is_blocked as is_blocked_everywhere, u.platform_role, u.email_verified_at,
    m.joined_at, m.left_at
  from portal_users m left join users u on u.id = m.user_id;
revoke insert, update, delete on people from portico_app, portico_platform;
