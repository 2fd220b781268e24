-- Recertification: what was done so that people renew in time what they have to hold (CMP-030, CMP-033).

-- The steps of a chain: one chain for each person and requirement, each step once for each end. The key decides between two
-- workers; a step is written in the transaction of what it stands for, so that a killed worker leaves both or neither.
create table recertification_steps (
  id bigint generated always as identity primary key,
  portal_id bigint not null,
  requirement_id bigint not null,
  user_id bigint not null,
  -- The last day of what is to be renewed.
  until_day date not null,
  step text not null check (step in (
    'days_90', 'days_60', 'days_30', 'days_7', 'ended', 'seat_1', 'seat_2', 'seat_3', 'no_credits', 'blocked', 'out_of_tries'
  )),
  created_at timestamptz not null,
  unique (portal_id, id),
  unique (portal_id, user_id, requirement_id, until_day, step),
  foreign key (portal_id, user_id) references portal_users (portal_id, user_id) on delete cascade,
  foreign key (portal_id, requirement_id) references training_requirements (portal_id, id)
);
select enable_tenant('recertification_steps');
revoke update, delete on recertification_steps from portico_app, portico_platform;

-- Whether the next enrollments of a requirement are made on their own, and how many days before the end (CMP-035).
create table recertification_settings (
  id bigint generated always as identity primary key,
  portal_id bigint not null,
  requirement_id bigint not null,
  is_automatic boolean not null,
  days_before int not null check (days_before between 0 and 180),
  updated_by bigint references users,
  updated_at timestamptz not null,
  unique (portal_id, id),
  unique (portal_id, requirement_id),
  foreign key (portal_id, requirement_id) references training_requirements (portal_id, id)
);
select enable_tenant('recertification_settings');

-- The last day of a portal for which everything was done. A run that was killed leaves the day before, and is made again.
create table recertification_runs (
  portal_id bigint primary key references portals,
  done_day date not null,
  done_at timestamptz not null
);
select enable_tenant('recertification_runs');
