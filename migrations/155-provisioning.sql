-- Provisioning: a provider keeps people and groups of a portal by SCIM 2.0 (PRV-001).

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
