-- The own area of a signed-in person: own activity, own tokens, announcements.

create index activity_logs_own on activity_logs (portal_id, user_id, id desc);
create index api_tokens_own on api_tokens (portal_id, user_id, id desc);

create table announcements (
  id bigint generated always as identity primary key,
  portal_id bigint not null references portals,
  audience text not null check (audience in ('learner', 'manager', 'banner')),
  title text not null,
  text text not null,
  starts_at timestamptz,
  ends_at timestamptz,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (portal_id, id),
  check (ends_at > starts_at)
);
create index announcements_list on announcements (portal_id, id desc);
create index announcements_shown on announcements (portal_id, audience, id desc) where is_active;
select enable_tenant('announcements');
