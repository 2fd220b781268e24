-- Badges: what says who somebody is in one portal, and the PIN that goes with it (decision 064).

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
