-- Keys of outside services (INT-006), and what the cloud SCORM service plays for us (SCO-018 and following).

-- The keys of one portal for one service. `secrets` is sealed with a key from the configuration; `settings` holds what may
-- be shown, the last characters of each secret among it.
create table integrations (
  portal_id bigint not null references portals,
  service text not null check (service in ('cloud_scorm', 'easyship')),
  settings jsonb not null default '{}',
  secrets bytea not null,
  updated_at timestamptz not null default now(),
  updated_by bigint references users,
  primary key (portal_id, service)
);
select enable_tenant('integrations');

-- A package on its way to the service; `course_id` is what it will be called there.
create table cloud_scorm_imports (
  id bigint generated always as identity primary key,
  portal_id bigint not null references portals,
  uuid uuid not null default uuidv7() unique,
  user_id bigint references users,
  upload_id text not null,
  file_name text not null,
  course_id text not null,
  status text not null default 'NOT_STARTED' check (status in ('FAILED', 'PENDING', 'SUCCESS', 'TEMPORARY_FAILURE', 'NOT_STARTED')),
  -- Temporary failures since the last success of a step (INT-005).
  failures int not null default 0,
  -- The import at the service, once the bytes are there.
  job_id text,
  title text,
  error text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (portal_id, id),
  unique (portal_id, upload_id)
);
select enable_tenant('cloud_scorm_imports');

-- A learner at a course of the service. Its uuid is the registration's id there; another package begins a new one.
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
