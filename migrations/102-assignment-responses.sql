-- What learners hand in for an assignment, and how it was graded.

create table assignment_responses (
  id bigint generated always as identity primary key,
  portal_id bigint not null,
  enrollment_id bigint not null,
  assignment_id bigint not null,
  -- Counts the attempts (ASG-008).
  number int not null check (number >= 1),
  text text,
  created_at timestamptz not null default now(),
  score smallint check (score between 0 and 100),
  -- 2 success or 3 failed by the threshold of the moment of grading (ASG-009).
  result smallint check (result in (2, 3)),
  comment text,
  graded_by bigint references users,
  graded_at timestamptz,
  unique (portal_id, id),
  unique (portal_id, enrollment_id, assignment_id, number),
  check ((graded_at is null) = (score is null) and (graded_at is null) = (result is null)),
  foreign key (portal_id, enrollment_id) references enrollments (portal_id, id),
  foreign key (portal_id, assignment_id) references assignments (portal_id, id)
);
create index assignment_responses_list on assignment_responses (portal_id, assignment_id, id desc);
select enable_tenant('assignment_responses');

-- A response that is being written, so that nothing is lost when a browser closes; its files have no response yet.
create table assignment_drafts (
  portal_id bigint not null,
  enrollment_id bigint not null,
  assignment_id bigint not null,
  text text not null,
  updated_at timestamptz not null,
  primary key (portal_id, enrollment_id, assignment_id),
  foreign key (portal_id, enrollment_id) references enrollments (portal_id, id) on delete cascade,
  foreign key (portal_id, assignment_id) references assignments (portal_id, id) on delete cascade
);
select enable_tenant('assignment_drafts');

create table assignment_files (
  id bigint generated always as identity primary key,
  portal_id bigint not null,
  uuid uuid not null default uuidv7() unique,
  enrollment_id bigint not null,
  assignment_id bigint not null,
  response_id bigint,
  name text not null,
  mime_type text not null,
  size bigint not null,
  key text not null,
  created_at timestamptz not null default now(),
  unique (portal_id, id),
  foreign key (portal_id, enrollment_id) references enrollments (portal_id, id),
  foreign key (portal_id, assignment_id) references assignments (portal_id, id),
  foreign key (portal_id, response_id) references assignment_responses (portal_id, id)
);
create index assignment_files_of on assignment_files (portal_id, enrollment_id, assignment_id, id);
select enable_tenant('assignment_files');
