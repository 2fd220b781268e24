-- How learners play SCORM packages: the state of each attempt, the journal of every message of the player, earlier states to
-- restore, rehearsals of new packages, and registrations at the cloud SCORM service.

-- The checks of single columns are domains in the tables that every message writes to: PostgreSQL prepares all
-- checks of a table again for each statement, but those of a type once (decision 016).
create domain scorm_attempts_result_check as text constraint scorm_attempts_result_check
  check (value in ('passed', 'failed', 'unknown'));
create domain scorm_sco_states_status_check as text constraint scorm_sco_states_status_check
  check (value in ('passed', 'completed', 'failed', 'incomplete', 'browsed', 'not attempted'));
create domain scorm_sco_states_result_check as text constraint scorm_sco_states_result_check
  check (value in ('passed', 'failed', 'unknown'));
create domain scorm_commits_event_check as text constraint scorm_commits_event_check
  check (value in ('begin', 'data', 'finish', 'restore', 'carry'));

-- An enrollment at one package of a SCORM module. Another package of the module begins a new attempt, which continues a
-- former one where `scorm_carry_overs` says so; the old one stays on record. Code that writes to an attempt holds the lock of its enrollment.
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
  result scorm_attempts_result_check not null default 'unknown',
  -- Hundredths of a second of all visits that have ended.
  total_time bigint not null default 0,
  -- The learner's progress in the module; null for a learner who only looked at it again after completing the course.
  progress_id bigint,
  -- The attempt at a former package that this one continues.
  carried_from bigint,
  started_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (portal_id, id),
  unique (portal_id, enrollment_id, module_id, package_id),
  check (launch <= last_launch and launch >= 0 and seq >= 0),
  foreign key (portal_id, enrollment_id) references enrollments (portal_id, id),
  foreign key (portal_id, module_id) references scorm_modules (portal_id, id),
  foreign key (portal_id, package_id) references scorm_packages (portal_id, id),
  foreign key (portal_id, progress_id) references course_user_progress (portal_id, id),
  foreign key (portal_id, carried_from) references scorm_attempts (portal_id, id)
) with (fillfactor = 80);
create index scorm_attempts_module on scorm_attempts (portal_id, module_id);
create index scorm_attempts_package on scorm_attempts (portal_id, package_id);
select enable_tenant('scorm_attempts');
revoke delete on scorm_attempts from portico_app;

-- Learners who keep their place at another package of a module (VER-021): the first start of `package_id` continues the
-- attempt at `from_package_id`. A later move to the same package decides again.
create table scorm_carry_overs (
  portal_id bigint not null,
  enrollment_id bigint not null,
  module_id bigint not null,
  package_id bigint not null,
  from_package_id bigint not null,
  decided_by bigint not null references users,
  decided_at timestamptz not null,
  primary key (portal_id, enrollment_id, module_id, package_id),
  check (package_id <> from_package_id),
  foreign key (portal_id, enrollment_id) references enrollments (portal_id, id),
  foreign key (portal_id, module_id) references scorm_modules (portal_id, id),
  foreign key (portal_id, package_id) references scorm_packages (portal_id, id),
  foreign key (portal_id, from_package_id) references scorm_packages (portal_id, id)
);
select enable_tenant('scorm_carry_overs');

-- The state of one item of the package. `cmi` has every element by its full name; what jsonb cannot hold is escaped. The
-- suspend data has its own column: it may be long, and most messages do not change it.
create table scorm_sco_states (
  portal_id bigint not null,
  attempt_id bigint not null,
  sco text not null,
  cmi jsonb not null default '{}',
  suspend_data jsonb,
  -- The length of the suspend data in characters, known without reading it.
  suspend_length int not null default 0,
  status scorm_sco_states_status_check not null,
  result scorm_sco_states_result_check not null,
  -- Hundredths of a second of the visits that have ended.
  total_time bigint not null default 0,
  is_open boolean not null default false,
  primary key (portal_id, attempt_id, sco),
  foreign key (portal_id, attempt_id) references scorm_attempts (portal_id, id)
) with (fillfactor = 80);
select enable_tenant('scorm_sco_states');
revoke delete on scorm_sco_states from portico_app;

-- The journal: each message of the player once, as it came, and each restore and each state carried over from a former
-- package with the person who ordered it. Of suspend data
-- it has only the length, since the state has the rest.
create table scorm_commits (
  portal_id bigint not null,
  attempt_id bigint not null,
  launch int not null,
  seq int not null,
  sco text not null,
  event scorm_commits_event_check not null,
  cmi jsonb not null,
  user_id bigint references users,
  received_at timestamptz not null,
  primary key (portal_id, attempt_id, launch, seq),
  foreign key (portal_id, attempt_id) references scorm_attempts (portal_id, id)
);
select enable_tenant('scorm_commits');
revoke update on scorm_commits from portico_app, portico_platform;
revoke delete on scorm_commits from portico_app;

-- Earlier states of SCORM items, so that a state that content or an accident overwrote can be restored (SCO-028,
-- SCO-029). A snapshot is taken when a visit begins, every 50th message, when the data shrinks, and before a restore. The
-- same state of an item is kept once, and older ones are further and further apart.
create table scorm_snapshots (
  id bigint generated always as identity,
  portal_id bigint not null,
  attempt_id bigint not null,
  sco text not null,
  -- Counts the snapshots of the item, including deleted ones.
  number int not null,
  reason text not null check (reason in ('visit', 'messages', 'shrunk', 'restore')),
  -- The last message before it.
  launch int not null,
  seq int not null,
  cmi jsonb not null,
  suspend_data jsonb,
  suspend_length int not null,
  status text not null,
  result text not null,
  digest uuid not null,
  -- When the attempt was last written, and when this snapshot was taken.
  stood_at timestamptz not null,
  kept_at timestamptz not null,
  primary key (portal_id, attempt_id, sco, number),
  unique (portal_id, id),
  unique (portal_id, attempt_id, sco, digest),
  foreign key (portal_id, attempt_id) references scorm_attempts (portal_id, id)
);
select enable_tenant('scorm_snapshots');
revoke update on scorm_snapshots from portico_app, portico_platform;

-- Rehearsals: a package of a new version is tried against what learners have saved in the former one, in the browser of
-- its author, before anybody is moved (VER-026). Nothing in a learner's record refers to them.
create table scorm_rehearsals (
  id bigint generated always as identity primary key,
  portal_id bigint not null,
  course_id bigint not null,
  version int not null,
  module_id bigint not null,
  from_package_id bigint not null,
  to_package_id bigint not null,
  -- Saved states of other kinds that were left out, because there are too many.
  left_out int not null,
  started_by bigint not null references users,
  started_at timestamptz not null,
  -- When the last of its runs was reported; null while it is under way, and when it was given up.
  finished_at timestamptz,
  unique (portal_id, id),
  foreign key (portal_id, course_id, version) references course_versions (portal_id, course_id, number) on delete cascade,
  foreign key (portal_id, module_id) references scorm_modules (portal_id, id),
  foreign key (portal_id, from_package_id) references scorm_packages (portal_id, id),
  foreign key (portal_id, to_package_id) references scorm_packages (portal_id, id)
);
create index scorm_rehearsals_version on scorm_rehearsals (portal_id, course_id, version);
select enable_tenant('scorm_rehearsals');

-- The runs of a rehearsal: number 0 is a learner who has saved nothing, the others are saved states. `part` is the item of
-- the new package that is opened, null where it has none for the state.
create table scorm_rehearsal_runs (
  portal_id bigint not null,
  rehearsal_id bigint not null,
  number int not null,
  attempt_id bigint,
  sco text,
  part text,
  title text,
  -- How many learners have saved something of this kind.
  learners int not null,
  -- What decides whether the state is resumed: status, place, score, and of suspend data the length.
  saved jsonb,
  observed jsonb,
  verdict text check (verdict in ('resumes', 'beginning', 'fails')),
  reasons text[] not null default '{}',
  primary key (portal_id, rehearsal_id, number),
  check ((number = 0) = (attempt_id is null)),
  foreign key (portal_id, rehearsal_id) references scorm_rehearsals (portal_id, id) on delete cascade,
  foreign key (portal_id, attempt_id) references scorm_attempts (portal_id, id)
);
select enable_tenant('scorm_rehearsal_runs');

-- A learner at a course of the cloud SCORM service. The uuid is the id of the registration there; another package begins
-- a new one.
create table cloud_scorm_registrations (
  id bigint generated always as identity primary key,
  portal_id bigint not null,
  uuid uuid not null default uuidv7() unique,
  enrollment_id bigint not null,
  module_id bigint not null,
  course_id text not null,
  -- Whether the service knows it.
  is_registered boolean not null default false,
  completion text not null default 'UNKNOWN' check (completion in ('COMPLETED', 'INCOMPLETE', 'UNKNOWN')),
  success text not null default 'UNKNOWN' check (success in ('PASSED', 'FAILED', 'UNKNOWN')),
  score_percent real,
  total_seconds bigint not null default 0,
  -- The service's own time of the message that counts: earlier ones change nothing.
  reported_at timestamptz,
  created_at timestamptz not null default now(),
  unique (portal_id, id),
  unique (portal_id, enrollment_id, module_id, course_id),
  foreign key (portal_id, enrollment_id) references enrollments (portal_id, id),
  foreign key (portal_id, module_id) references cloud_scorm_modules (portal_id, id)
);
create index cloud_scorm_registrations_module on cloud_scorm_registrations (portal_id, module_id);
select enable_tenant('cloud_scorm_registrations');
revoke delete on cloud_scorm_registrations from portico_app;
