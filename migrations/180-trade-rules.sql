-- Rules of the trade: what regulators and customers ask of how a course is taken (TRD-001), and what shows that it was:
--
-- - Seat time, counted by item and day (TRD-007).
-- - Exams in the presence of a proctor (decision 068).
-- - Identity questions: what a learner is asked at random moments, to check who is there (decision 074).
-- - What systems of the customer have to read again of rules (TRD-077).

-- A rule of the portal. What it asks stands in its versions.
create table trade_rules (
  id bigint generated always as identity primary key,
  portal_id bigint not null references portals,
  kind text not null check (kind in ('day_limit', 'item_time', 'course_time', 'hands_on', 'proctored_exam', 'identity_questions')),
  created_by bigint references users,
  created_at timestamptz not null,
  unique (portal_id, id)
);
select enable_tenant('trade_rules');
revoke update, delete on trade_rules from portico_app, portico_platform;

-- What a rule asks from a day on. The version of a day is that with the latest `from_day` up to it, and of several with the
-- same day the newest. Versions are never changed, so that a past day keeps the rule of then (TRD-002).
create table trade_rule_versions (
  id bigint generated always as identity primary key,
  portal_id bigint not null,
  rule_id bigint not null,
  from_day date not null,
  -- The last day on which it holds; null where it has none.
  until_day date check (until_day >= from_day),
  -- True from the day on which nothing is asked any more.
  is_retired boolean not null default false,
  -- Applies to enrollments made on `from_day` or later (TRD-004).
  is_for_new boolean not null default false,
  title text not null,
  -- The statute, letter or contract that it comes from, and where that can be read.
  source text not null,
  source_url text,
  -- Null where it asks for hands-on tasks or a proctor.
  minutes int check (minutes between 1 and 60000),
  -- Of identity questions: the seconds to answer one, and how many wrong or missed answers lock the course (TRD-050).
  answer_seconds int check (answer_seconds between 15 and 600),
  most_mistakes int check (most_mistakes between 1 and 20),
  -- Whether time in exams, knowledge checks, assignments and SCORM modules counts too (TRD-062).
  counts_tests boolean not null default true,
  -- Module items that a least time applies to, or exams that need a proctor; empty for all of the courses (TRD-006, TRD-037).
  item_ids bigint[] not null default '{}',
  -- The titles of hands-on tasks that an instructor signs off (TRD-030).
  tasks text[] not null default '{}' check (cardinality(tasks) <= 12),
  created_by bigint references users,
  created_at timestamptz not null,
  unique (portal_id, id),
  foreign key (portal_id, rule_id) references trade_rules (portal_id, id),
  constraint trade_rule_versions_asks check (minutes is null or cardinality(tasks) = 0),
  constraint trade_rule_versions_questions check ((answer_seconds is null) = (most_mistakes is null))
);
create index trade_rule_versions_of_rule on trade_rule_versions (portal_id, rule_id, from_day, id);
select enable_tenant('trade_rule_versions');
revoke update, delete on trade_rule_versions from portico_app, portico_platform;

-- The courses that a version names.
create table trade_rule_courses (
  portal_id bigint not null,
  version_id bigint not null,
  course_id bigint not null,
  primary key (portal_id, version_id, course_id),
  foreign key (portal_id, version_id) references trade_rule_versions (portal_id, id),
  foreign key (portal_id, course_id) references courses (portal_id, id)
);
create index trade_rule_courses_of_course on trade_rule_courses (portal_id, course_id);
select enable_tenant('trade_rule_courses');
revoke update, delete on trade_rule_courses from portico_app, portico_platform;

-- A process that knows an outline also knows whether rules name its course, so a first rule moves the stamp of the outline.
create function trade_rule_names_course() returns trigger language plpgsql as $$
begin
  update courses c set outline_version = outline_version + 1
  where (c.portal_id, c.id) in (select portal_id, course_id from changed);
  return null;
end
$$;
create trigger trade_rule_names_course after insert on trade_rule_courses referencing new table as changed
  for each statement execute function trade_rule_names_course();

-- Time that counted, by enrollment, item and day of the portal (TRD-010). Person and course are those of the enrollment; the
-- limit of a day adds up all courses of its rule.
create table seat_times (
  portal_id bigint not null,
  enrollment_id bigint not null,
  item_type text not null check (item_type in ('Text', 'Document', 'Audio', 'Video', 'Exam', 'Survey', 'Assignment', 'ScormModule')),
  item_id bigint not null,
  day date not null,
  user_id bigint not null,
  course_id bigint not null,
  milliseconds int not null check (milliseconds between 0 and 90000000),
  primary key (portal_id, enrollment_id, item_type, item_id, day),
  foreign key (portal_id, enrollment_id) references enrollments (portal_id, id),
  foreign key (portal_id, user_id) references portal_users (portal_id, user_id),
  foreign key (portal_id, course_id) references courses (portal_id, id)
) with (fillfactor = 80); -- every report updates the row of its item
create index seat_times_of_day on seat_times (portal_id, user_id, day) include (course_id, milliseconds);
select enable_tenant('seat_times');
revoke delete on seat_times from portico_app, portico_platform;

-- The one clock of a person in a portal: the visit that reported last, and when (TRD-008).
create table seat_clocks (
  portal_id bigint not null,
  user_id bigint not null,
  visit uuid not null,
  enrollment_id bigint not null,
  item_type text not null,
  item_id bigint not null,
  at timestamptz not null,
  primary key (portal_id, user_id),
  foreign key (portal_id, user_id) references portal_users (portal_id, user_id) on delete cascade,
  foreign key (portal_id, enrollment_id) references enrollments (portal_id, id)
) with (fillfactor = 80);
select enable_tenant('seat_clocks');

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

-- The transaction that last changed how a learner stands with the rules of a course: time, sign-offs, attempts with a proctor,
-- identity questions, or the enrollment. There is a row for what has changed since the portal's first token that reads progress,
-- in courses that a rule names. It is beside enrollment_changes, so that a learner who reads for an hour is one row of progress
-- to read, not 240.
create table rule_standing_changes (
  portal_id bigint not null,
  enrollment_id bigint not null,
  changed_in bigint not null,
  primary key (portal_id, enrollment_id),
  foreign key (portal_id, enrollment_id) references enrollments (portal_id, id)
) with (fillfactor = 70);
create index rule_standing_changes_list on rule_standing_changes (portal_id, changed_in, enrollment_id);
select enable_tenant('rule_standing_changes');

-- Notes the enrollment that a changed row belongs to, if a rule names its course and a token of the portal reads progress.
create function rule_standing_changed() returns trigger language plpgsql as $$
declare
  enrollment bigint := case tg_table_name when 'enrollments' then (to_jsonb(new) ->> 'id')::bigint
    else (to_jsonb(new) ->> 'enrollment_id')::bigint end;
begin
  if not exists (select from portal_tokens where portal_id = new.portal_id and 'progress:read' = any (scopes))
    or not exists (
      select from enrollments e
      join trade_rule_courses r on r.portal_id = e.portal_id and r.course_id = e.course_id
      where e.portal_id = new.portal_id and e.id = enrollment) then
    return null;
  end if;
  insert into rule_standing_changes as c (portal_id, enrollment_id, changed_in)
  values (new.portal_id, enrollment, pg_current_xact_id()::text::bigint)
  on conflict (portal_id, enrollment_id) do update set changed_in = excluded.changed_in
    where c.changed_in <> excluded.changed_in;
  return null;
end
$$;
create trigger note_rules_new after insert on enrollments
  for each row when (new.role = 'learner') execute function rule_standing_changed();
create trigger note_rules_changed after update on enrollments
  for each row when (new.role = 'learner' and
    (old.status, old.items_done, old.completed_at, old.ended_at, old.version)
      is distinct from (new.status, new.items_done, new.completed_at, new.ended_at, new.version))
  execute function rule_standing_changed();
create trigger note_rules_new after insert on seat_times for each row execute function rule_standing_changed();
create trigger note_rules_more after update on seat_times
  for each row when (old.milliseconds <> new.milliseconds) execute function rule_standing_changed();
-- At the end of the transaction: entries of a crew come in the order of a device, and two devices shall not wait for each other.
create constraint trigger note_rules_signed after insert on crew_entries deferrable initially deferred
  for each row when (new.kind = 'task') execute function rule_standing_changed();
create trigger note_rules_proctor after update on exam_openings for each row execute function rule_standing_changed();
create trigger note_rules_attempt after update on exam_attempts
  for each row when (old.status <> new.status or old.reset_at is distinct from new.reset_at)
  execute function rule_standing_changed();
create trigger note_rules_asked after insert on identity_questions for each row execute function rule_standing_changed();
create trigger note_rules_answered after update on identity_questions for each row execute function rule_standing_changed();
create trigger note_rules_locked after insert or update on identity_locks
  for each row execute function rule_standing_changed();

-- Notes all enrollments of a person in courses that rules name: answers to identity questions are the same in all courses.
create function rule_standings_of_person_changed() returns trigger language plpgsql as $$
declare
  portal bigint := coalesce(new.portal_id, old.portal_id);
  person bigint := coalesce(new.user_id, old.user_id);
begin
  if not exists (select from portal_tokens where portal_id = portal and 'progress:read' = any (scopes)) then
    return null;
  end if;
  insert into rule_standing_changes as c (portal_id, enrollment_id, changed_in)
  select e.portal_id, e.id, pg_current_xact_id()::text::bigint
  from enrollments e
  where e.portal_id = portal and e.user_id = person and e.role = 'learner' and exists (
    select from trade_rule_courses r where r.portal_id = e.portal_id and r.course_id = e.course_id)
  order by e.id
  on conflict (portal_id, enrollment_id) do update set changed_in = excluded.changed_in
    where c.changed_in <> excluded.changed_in;
  return null;
end
$$;
create trigger note_rules_answers after insert or delete on identity_answers
  for each row execute function rule_standings_of_person_changed();
