-- Who is in a course, why, and how far they got.

create table enrollments (
  id bigint generated always as identity primary key,
  portal_id bigint not null,
  user_id bigint not null,
  course_id bigint not null,
  role text not null check (role in ('learner', 'manager', 'instructor')),
  curator_id bigint references users,
  -- The manager a learner is assigned to: who enrolled or invited them (ROL-027, ROL-069).
  manager_id bigint references users,
  status smallint not null default 4 check (status between 1 and 5),
  access text not null default 'active' check (access in ('pending', 'active', 'expired')),
  items_done int not null default 0,
  starts_at timestamptz not null default now(),
  expires_at timestamptz not null,
  due_at timestamptz,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  completed_at timestamptz,
  completed_by bigint references users,
  completion_reason text,
  ended_at timestamptz,
  ended_by bigint references users,
  last_item_type text, last_item_id bigint, last_opened_at timestamptz,
  unique (portal_id, id),
  foreign key (portal_id, course_id) references courses (portal_id, id),
  foreign key (portal_id, user_id) references portal_users (portal_id, user_id)
);
-- A learner is at most once an active learner of a course (USR-022); completion or expiry makes room for the next.
create unique index enrollments_one_active on enrollments (portal_id, course_id, user_id)
  where role = 'learner' and access <> 'expired' and ended_at is null;
create index enrollments_user on enrollments (portal_id, user_id, id desc) where ended_at is null;
create index enrollments_course on enrollments (portal_id, course_id, role, id desc) where ended_at is null;
create index enrollments_managed on enrollments (portal_id, manager_id, id desc) where role = 'learner' and ended_at is null;
create index enrollments_curated on enrollments (portal_id, curator_id, id desc) where role = 'learner' and ended_at is null;
create unique index enrollments_one_assignment on enrollments (portal_id, course_id, user_id, role)
  where role <> 'learner' and ended_at is null;
-- What time alone turns over: those that run out, and those that begin.
create index enrollments_expiring on enrollments (expires_at) where access <> 'expired';
create index enrollments_starting on enrollments (starts_at) where access = 'pending';
select enable_tenant('enrollments');

-- Why somebody is in a course. Access is the union of live grants: taking one away never takes away what another gave.
create table enrollment_grants (
  id bigint generated always as identity primary key,
  portal_id bigint not null,
  enrollment_id bigint not null,
  kind text not null check (kind in ('order', 'credit', 'subscription', 'bundle', 'manual')),
  order_id bigint,
  credit_movement_id bigint,
  granted_by bigint references users,
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  revoke_reason text,
  unique (portal_id, id),
  foreign key (portal_id, enrollment_id) references enrollments (portal_id, id)
);
create index enrollment_grants_enrollment on enrollment_grants (portal_id, enrollment_id);
create index enrollment_grants_order on enrollment_grants (portal_id, order_id);
select enable_tenant('enrollment_grants');

-- One row for each item a learner has touched; `details` holds what the item type keeps (position, answers' attempt, SCORM data).
create table course_user_progress (
  id bigint generated always as identity primary key,
  portal_id bigint not null,
  enrollment_id bigint not null,
  item_type text not null check (item_type in ('Text', 'Document', 'Audio', 'Video', 'Module', 'Exam', 'Survey', 'Assignment', 'CloudScormModule', 'ScormModule')),
  item_id bigint not null,
  status smallint not null default 4 check (status between 1 and 5),
  details jsonb not null default '{}',
  started_at timestamptz,
  finished_at timestamptz,
  updated_at timestamptz not null default now(),
  unique (portal_id, id),
  unique (portal_id, enrollment_id, item_type, item_id),
  foreign key (portal_id, enrollment_id) references enrollments (portal_id, id)
);
select enable_tenant('course_user_progress');
