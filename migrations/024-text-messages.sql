-- Text messages: the mobile numbers of people in one portal, what was sent to them, and links in it (decision 070).

-- The mobile number of a person in a portal, in E.164. The one who entered it has confirmed that the person agreed to receive texts.
create table mobile_numbers (
  portal_id bigint not null,
  user_id bigint not null,
  number text not null check (number ~ '^\+[1-9][0-9]{6,14}$'),
  consent_at timestamptz not null,
  -- Who confirmed it: the person, or somebody who looks after people.
  consent_by bigint references users,
  -- When a link or code that was sent to it was used.
  proved_at timestamptz,
  primary key (portal_id, user_id),
  foreign key (portal_id, user_id) references portal_users (portal_id, user_id) on delete cascade
);
create index mobile_numbers_number on mobile_numbers (portal_id, number);
select enable_tenant('mobile_numbers');

-- Text messages, waiting and sent. The secret in a body is taken out of it once the service has it.
create table text_messages (
  id bigint generated always as identity primary key,
  portal_id bigint not null references portals,
  user_id bigint not null,
  kind text not null check (kind in ('start', 'sign-in', 'code')),
  -- Null once the person has left the portal.
  number text,
  body text not null,
  segments int not null check (segments > 0),
  status text not null default 'queued' check (status in ('queued', 'sent', 'delivered', 'failed')),
  -- Null for one that nobody signed in has asked for.
  requested_by bigint references users,
  created_at timestamptz not null,
  -- What it says is of no use later than this, so it is not sent then.
  expires_at timestamptz not null,
  -- When the service was first called with it: after that, it is looked for before it is sent.
  tried_at timestamptz,
  -- One process sends it until then.
  leased_until timestamptz,
  -- The service's own id of it.
  provider_id text,
  sent_at timestamptz,
  -- When it was delivered or failed.
  settled_at timestamptz,
  error text,
  unique (portal_id, id),
  foreign key (portal_id, user_id) references portal_users (portal_id, user_id) on delete cascade
);
create index text_messages_person on text_messages (portal_id, user_id, id desc);
create index text_messages_number on text_messages (portal_id, number);
create unique index text_messages_provider on text_messages (portal_id, provider_id) where provider_id is not null;
select enable_tenant('text_messages');

-- A link in a text message: it sets a PIN, or signs in. Of its secret only the SHA-256 is kept.
create table text_links (
  token_hash bytea primary key,
  portal_id bigint not null,
  user_id bigint not null,
  message_id bigint not null,
  kind text not null check (kind in ('start', 'sign-in')),
  number text not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  foreign key (portal_id, user_id) references portal_users (portal_id, user_id) on delete cascade,
  foreign key (portal_id, message_id) references text_messages (portal_id, id) on delete cascade
);
create index text_links_person on text_links (portal_id, user_id);
create index text_links_message on text_links (portal_id, message_id);
select enable_tenant('text_links');

-- A number that a person has entered and not proved yet; a code was sent to it.
create table mobile_number_codes (
  portal_id bigint not null,
  user_id bigint not null,
  number text not null check (number ~ '^\+[1-9][0-9]{6,14}$'),
  code_hash text not null,
  expires_at timestamptz not null,
  wrong int not null default 0,
  primary key (portal_id, user_id),
  foreign key (portal_id, user_id) references portal_users (portal_id, user_id) on delete cascade
);
select enable_tenant('mobile_number_codes');

-- Numbers that answered STOP to this portal.
create table text_opt_outs (
  portal_id bigint not null references portals,
  number text not null,
  opted_out_at timestamptz not null,
  primary key (portal_id, number)
);
select enable_tenant('text_opt_outs');

-- Requests for a text that somebody makes by typing a badge number, whether anybody has it or not.
create table text_requests (
  id bigint generated always as identity primary key,
  portal_id bigint not null references portals,
  badge text not null,
  network text not null,
  created_at timestamptz not null
);
create index text_requests_badge on text_requests (portal_id, badge, created_at);
create index text_requests_network on text_requests (portal_id, network, created_at);
create index text_requests_created_at on text_requests (created_at);
select enable_tenant('text_requests');

-- How many texts a portal has sent on its present day, or the last one on which it sent any. A text is counted when it is queued.
create table text_days (
  portal_id bigint primary key references portals,
  -- A day in the time zone of the portal.
  day date not null,
  sent int not null default 0 check (sent >= 0),
  -- The percentage of its limit that its admins know of.
  notified int not null default 0
);
select enable_tenant('text_days');

-- How many texts went to a number, over all portals, so that nobody's phone can be flooded. The program counts them through a
-- function and cannot read them.
create table texts_to_numbers (
  id bigint generated always as identity primary key,
  number text not null,
  created_at timestamptz not null
);
create index texts_to_numbers_number on texts_to_numbers (number, created_at);
create index texts_to_numbers_created_at on texts_to_numbers (created_at);
alter table texts_to_numbers enable row level security;
alter table texts_to_numbers force row level security;
create policy platform on texts_to_numbers to portico_platform using (true) with check (true);
create policy owner on texts_to_numbers to current_user using (true) with check (true);
revoke select, insert, update, delete on texts_to_numbers from portico_app;

-- Counts a text to a number; returns false, and counts nothing, if the number got `most` texts in the day before. The lock makes
-- texts that are requested at the same moment count one after the other.
create function count_text(phone text, at timestamptz, most int) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('text to ' || phone, 0));
  if (select count(*) from texts_to_numbers where number = phone and created_at > at - interval '1 day') >= most then
    return false;
  end if;
  insert into texts_to_numbers (number, created_at) values (phone, at);
  return true;
end
$$;
revoke all on function count_text(text, timestamptz, int) from public;
grant execute on function count_text(text, timestamptz, int) to portico_app, portico_platform;

-- Who leaves a portal takes the number along, in whatever way they leave.
create function forget_mobile_number() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  delete from mobile_numbers where portal_id = new.portal_id and user_id = new.user_id;
  delete from mobile_number_codes where portal_id = new.portal_id and user_id = new.user_id;
  delete from text_links where portal_id = new.portal_id and user_id = new.user_id;
  update text_messages set number = null, body = '' where portal_id = new.portal_id and user_id = new.user_id;
  return null;
end
$$;
create trigger forget_mobile_number after update of left_at on portal_users
  for each row when (new.left_at is not null and old.left_at is null) execute function forget_mobile_number();
