-- Exams in the presence of a proctor (decision 068).

-- A learner who waits at an exam for a proctor. The opening deletes it.
create table exam_proctor_requests (
  portal_id bigint not null,
  enrollment_id bigint not null,
  exam_id bigint not null,
  asked_at timestamptz not null,
  primary key (portal_id, enrollment_id, exam_id),
  foreign key (portal_id, enrollment_id) references enrollments (portal_id, id),
  foreign key (portal_id, exam_id) references exams (portal_id, id)
);
create index exam_proctor_requests_asked on exam_proctor_requests (portal_id, asked_at);
create index exam_proctor_requests_exam on exam_proctor_requests (portal_id, exam_id);
select enable_tenant('exam_proctor_requests');

-- An exam that a proctor opened for one attempt of a learner, and what became of it: taken back, or the record of the attempt.
create table exam_openings (
  id bigint generated always as identity primary key,
  portal_id bigint not null,
  enrollment_id bigint not null,
  exam_id bigint not null,
  -- The version of the rule that asked for it.
  rule_version_id bigint not null,
  opened_by bigint not null references users,
  opened_at timestamptz not null,
  -- An attempt begins before this moment or not at all.
  expires_at timestamptz not null,
  -- Where the learner sits, and how the proctor checked who they are.
  place text not null,
  identity_check text not null,
  -- Taken back by a person, or replaced after its time by another one.
  closed_at timestamptz,
  closed_by bigint references users,
  attempt_id bigint,
  -- Who ended the attempt before its learner did.
  ended_at timestamptz,
  ended_by bigint references users,
  -- When the proctor confirmed to have been there until the end.
  confirmed_at timestamptz,
  unique (portal_id, id),
  constraint exam_openings_one_attempt unique (portal_id, attempt_id),
  foreign key (portal_id, enrollment_id) references enrollments (portal_id, id),
  foreign key (portal_id, exam_id) references exams (portal_id, id),
  foreign key (portal_id, rule_version_id) references trade_rule_versions (portal_id, id),
  foreign key (portal_id, attempt_id) references exam_attempts (portal_id, id),
  constraint exam_openings_used_or_closed check (attempt_id is null or closed_at is null),
  constraint exam_openings_of_attempt check (attempt_id is not null or (ended_at is null and confirmed_at is null)),
  constraint exam_openings_ended check ((ended_at is null) = (ended_by is null))
);
-- Two proctors at once open it once.
create unique index exam_openings_one_open on exam_openings (portal_id, enrollment_id, exam_id)
  where attempt_id is null and closed_at is null;
create index exam_openings_of_enrollment on exam_openings (portal_id, enrollment_id, id);
create index exam_openings_of_exam on exam_openings (portal_id, exam_id);
create index exam_openings_not_confirmed on exam_openings (portal_id, opened_at)
  where closed_at is null and confirmed_at is null;
select enable_tenant('exam_openings');
revoke update, delete on exam_openings from portico_app, portico_platform;
grant update (closed_at, closed_by, attempt_id, ended_at, ended_by, confirmed_at) on exam_openings
  to portico_app, portico_platform;

-- What a proctor noted during an attempt. Nothing of it is changed or deleted.
create table exam_incidents (
  id bigint generated always as identity primary key,
  portal_id bigint not null,
  opening_id bigint not null,
  text text not null,
  recorded_by bigint not null references users,
  recorded_at timestamptz not null,
  unique (portal_id, id),
  foreign key (portal_id, opening_id) references exam_openings (portal_id, id)
);
create index exam_incidents_of_opening on exam_incidents (portal_id, opening_id, id);
select enable_tenant('exam_incidents');
revoke update, delete on exam_incidents from portico_app, portico_platform;
