-- How learners play SCORM packages: what is kept of each attempt, and the journal of every message of the player.

-- One enrolment at one package of a SCORM module. Another package of the module begins a new attempt, the old one stays
-- in the records. Whoever writes to an attempt holds the lock of its enrolment.
create table scorm_attempts (
  id bigint generated always as identity primary key,
  portal_id bigint not null,
  enrollment_id bigint not null,
  module_id bigint not null,
  package_id bigint not null,
  -- The start of the player whose messages count now, and the last of them that was applied.
  launch int not null default 0,
  seq int not null default 0,
  -- The newest start; its first message makes it the one that counts.
  last_launch int not null default 0,
  current_item text,
  result text not null default 'unknown' check (result in ('passed', 'failed', 'unknown')),
  -- Hundredths of a second of all visits that have ended.
  total_time bigint not null default 0,
  -- The learner's progress in the module; null for who has only looked at it again after completing the course.
  progress_id bigint,
  started_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (portal_id, id),
  unique (portal_id, enrollment_id, module_id, package_id),
  check (launch <= last_launch and launch >= 0 and seq >= 0),
  foreign key (portal_id, enrollment_id) references enrollments (portal_id, id),
  foreign key (portal_id, module_id) references scorm_modules (portal_id, id),
  foreign key (portal_id, package_id) references scorm_packages (portal_id, id),
  foreign key (portal_id, progress_id) references course_user_progress (portal_id, id)
);
create index scorm_attempts_module on scorm_attempts (portal_id, module_id);
create index scorm_attempts_package on scorm_attempts (portal_id, package_id);
select enable_tenant('scorm_attempts');

-- What is kept of one item of the package. `cmi` holds every element by its full name; what jsonb cannot hold is escaped.
-- The suspend data stands apart: it may be long, and most messages do not change it.
create table scorm_sco_states (
  portal_id bigint not null,
  attempt_id bigint not null,
  sco text not null,
  cmi jsonb not null default '{}',
  suspend_data jsonb,
  status text not null check (status in ('passed', 'completed', 'failed', 'incomplete', 'browsed', 'not attempted')),
  result text not null check (result in ('passed', 'failed', 'unknown')),
  -- Hundredths of a second of the visits that have ended.
  total_time bigint not null default 0,
  is_open boolean not null default false,
  primary key (portal_id, attempt_id, sco),
  foreign key (portal_id, attempt_id) references scorm_attempts (portal_id, id)
);
select enable_tenant('scorm_sco_states');

-- The journal: each message of the player once, as it came; of suspend data only the length, since the state has it.
create table scorm_commits (
  portal_id bigint not null,
  attempt_id bigint not null,
  launch int not null,
  seq int not null,
  sco text not null,
  event text not null check (event in ('begin', 'data', 'finish')),
  cmi jsonb not null,
  received_at timestamptz not null,
  primary key (portal_id, attempt_id, launch, seq),
  foreign key (portal_id, attempt_id) references scorm_attempts (portal_id, id)
);
select enable_tenant('scorm_commits');
revoke update on scorm_commits from portico_app, portico_platform;
revoke delete on scorm_attempts, scorm_sco_states, scorm_commits from portico_app;
