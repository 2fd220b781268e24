-- Identity questions: what a learner is asked at random moments, to prove who is there (decision 074).

-- The questions that a person chose, and the Argon2id hash of each answer in the same order. Set up once in a portal; a reset
-- deletes the row.
create table identity_answers (
  portal_id bigint not null,
  user_id bigint not null,
  questions text[] not null check (cardinality(questions) = 5),
  answer_hashes text[] not null check (cardinality(answer_hashes) = cardinality(questions)),
  set_at timestamptz not null,
  primary key (portal_id, user_id),
  foreign key (portal_id, user_id) references portal_users (portal_id, user_id) on delete cascade
);
select enable_tenant('identity_answers');
revoke update on identity_answers from portico_app, portico_platform;

-- A question that a learner was asked. Only its outcome is added, once.
create table identity_questions (
  id bigint generated always as identity primary key,
  portal_id bigint not null,
  enrollment_id bigint not null,
  -- The version of the rule that asked for it.
  rule_version_id bigint not null,
  question text not null,
  -- The item that was open.
  item_type text not null,
  item_id bigint not null,
  asked_at timestamptz not null,
  -- An answer after this moment does not count.
  expires_at timestamptz not null check (expires_at > asked_at),
  -- The time that had counted in the enrollment; the next question comes some time after it.
  counted_milliseconds bigint not null,
  -- Null while it is open. Withdrawn: the answers were reset meanwhile.
  outcome text check (outcome in ('right', 'wrong', 'missed', 'withdrawn')),
  answered_at timestamptz,
  unique (portal_id, id),
  foreign key (portal_id, enrollment_id) references enrollments (portal_id, id),
  foreign key (portal_id, rule_version_id) references trade_rule_versions (portal_id, id),
  constraint identity_questions_answered check ((answered_at is not null) = (coalesce(outcome, '') in ('right', 'wrong')))
);
-- Two pages at once ask once.
create unique index identity_questions_one_open on identity_questions (portal_id, enrollment_id) where outcome is null;
-- Those whose time is over, over all portals.
create index identity_questions_overdue on identity_questions (expires_at) where outcome is null;
create index identity_questions_of_enrollment on identity_questions (portal_id, enrollment_id, id);
select enable_tenant('identity_questions');
revoke update, delete on identity_questions from portico_app, portico_platform;
grant update (outcome, answered_at) on identity_questions to portico_app, portico_platform;

-- A course that too many wrong or missed answers locked for a learner, and who unlocked it and why.
create table identity_locks (
  id bigint generated always as identity primary key,
  portal_id bigint not null,
  enrollment_id bigint not null,
  -- The question that was one too many; those after it count for the next lock.
  question_id bigint not null,
  locked_at timestamptz not null,
  unlocked_at timestamptz,
  unlocked_by bigint references users,
  reason text,
  -- Whether the learner had to set up new answers.
  resets_answers boolean not null default false,
  unique (portal_id, id),
  constraint identity_locks_once unique (portal_id, question_id),
  foreign key (portal_id, enrollment_id) references enrollments (portal_id, id),
  foreign key (portal_id, question_id) references identity_questions (portal_id, id),
  constraint identity_locks_ended check ((unlocked_at is null) = (reason is null))
);
create unique index identity_locks_one_open on identity_locks (portal_id, enrollment_id) where unlocked_at is null;
create index identity_locks_open on identity_locks (portal_id, locked_at) where unlocked_at is null;
select enable_tenant('identity_locks');
revoke update, delete on identity_locks from portico_app, portico_platform;
grant update (unlocked_at, unlocked_by, reason, resets_answers) on identity_locks to portico_app, portico_platform;
