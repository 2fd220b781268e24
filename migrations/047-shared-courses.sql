-- Courses that portals share with each other (decision 033). Each side has its own rows: the sharing portal what it offers and
-- to whom, the receiving portal what it has and has decided.

-- What a course offers to other portals, release by release: a published version, and the texts and pictures of the course
-- as they were then. Nothing changes it.
create table course_releases (
  portal_id bigint not null,
  course_id bigint not null,
  number int not null check (number >= 1),
  version int not null,
  fields jsonb not null,
  created_at timestamptz not null,
  created_by bigint references users,
  primary key (portal_id, course_id, number),
  foreign key (portal_id, course_id) references courses (portal_id, id),
  foreign key (portal_id, course_id, version) references course_versions (portal_id, course_id, number)
);
select enable_tenant('course_releases');
revoke update on course_releases from portico_app, portico_platform;
revoke delete on course_releases from portico_app;

-- Background runs that bring a release of a course to other portals (BLD-026, BLD-027).
create table publishing_jobs (
  id bigint generated always as identity primary key,
  portal_id bigint not null,
  course_id bigint not null,
  kind text not null check (kind in ('share', 'update')),
  release int not null,
  created_at timestamptz not null,
  created_by bigint not null references users,
  unique (portal_id, id),
  foreign key (portal_id, course_id, release) references course_releases (portal_id, course_id, number)
);
create index publishing_jobs_course on publishing_jobs (portal_id, course_id, id desc);
select enable_tenant('publishing_jobs');

-- A course shared with a portal, and how the last run that concerned it went there. The numbers of releases say what the
-- other portal has decided, as it told us; 0 is none.
create table course_shares (
  id bigint generated always as identity primary key,
  portal_id bigint not null,
  course_id bigint not null,
  to_portal_id bigint not null references portals check (to_portal_id <> portal_id),
  job_id bigint not null,
  -- 1 queued, 2 processing, 3 published, 4 failed.
  state smallint not null default 1 check (state between 1 and 4),
  error text,
  taken int not null default 0,
  declined int not null default 0,
  revoked_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (portal_id, id),
  unique (portal_id, course_id, to_portal_id),
  check ((state = 4) = (error is not null)),
  foreign key (portal_id, course_id) references courses (portal_id, id),
  foreign key (portal_id, job_id) references publishing_jobs (portal_id, id)
);
create index course_shares_list on course_shares (portal_id, id desc);
create index course_shares_job on course_shares (portal_id, job_id, state, id);
select enable_tenant('course_shares');

-- A course that came from another portal: the releases that were offered, taken and declined here.
create table received_courses (
  portal_id bigint not null,
  course_id bigint not null,
  source_portal_id bigint not null references portals,
  source_course_id bigint not null,
  offered int not null check (offered >= 1),
  taken int not null default 0 check (taken between 0 and offered),
  -- The newest release that was declined; a later one is offered again.
  declined int not null default 0 check (declined between 0 and offered),
  -- If true, updates are taken when they arrive.
  takes_updates boolean not null default false,
  received_at timestamptz not null,
  decided_at timestamptz,
  decided_by bigint references users,
  primary key (portal_id, course_id),
  unique (portal_id, source_portal_id, source_course_id),
  foreign key (portal_id, course_id) references courses (portal_id, id) on delete cascade
);
select enable_tenant('received_courses');

-- Which rows of a received course were made from which rows of its source, so that an update changes what is there and
-- learners' records of it hold.
create table received_items (
  portal_id bigint not null,
  course_id bigint not null,
  kind text not null check (kind in ('place', 'module', 'module_item', 'exam', 'pool', 'question', 'answer', 'assignment',
    'assignment_material', 'scorm', 'cloud')),
  source_id bigint not null,
  own_id bigint not null,
  primary key (portal_id, course_id, kind, source_id),
  unique (portal_id, kind, own_id),
  foreign key (portal_id, course_id) references received_courses (portal_id, course_id) on delete cascade
);
select enable_tenant('received_items');
