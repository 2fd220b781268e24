-- Releases: parts of a portal's public site that go live together.

-- A named set of changes (PGB-050). It waits as a draft, or for `publish_at`; `problem` says why that time passed without it.
create table releases (
  id bigint generated always as identity primary key,
  portal_id bigint not null references portals,
  name text not null,
  status text not null default 'draft' check (status in ('draft', 'scheduled', 'live', 'rolled_back')),
  publish_at timestamptz,
  problem text,
  created_at timestamptz not null,
  created_by bigint references users,
  published_at timestamptz,
  published_by bigint references users,
  rolled_back_at timestamptz,
  rolled_back_by bigint references users,
  unique (portal_id, id),
  check ((status = 'scheduled') = (publish_at is not null))
);
create index releases_list on releases (portal_id, id desc);
select enable_tenant('releases');

-- What a release puts live of one record; `record_id` is 0 for what a portal has only one of. `base` is what visitors saw when
-- it was picked, `former` what they saw before the release, to which a rollback goes back.
create table release_items (
  portal_id bigint not null,
  release_id bigint not null,
  kind text not null check (kind in ('page', 'widget', 'promo_button', 'navigation', 'theme')),
  record_id bigint not null,
  title text not null,
  value jsonb not null,
  base jsonb not null,
  former jsonb,
  picked_at timestamptz not null,
  picked_by bigint references users,
  primary key (portal_id, release_id, kind, record_id),
  foreign key (portal_id, release_id) references releases (portal_id, id) on delete cascade
);
select enable_tenant('release_items');
