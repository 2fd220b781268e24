-- Who is in a course, how far they got, and what they did in exams and assignments; and imports of people with enrollments.

-- The checks of single columns are domains in the tables that every step of a learner writes to: PostgreSQL prepares all
-- checks of a table again for each statement, but those of a type once (decision 016).
create domain enrollments_role_check as text constraint enrollments_role_check
  check (value in ('learner', 'manager', 'instructor'));
create domain enrollments_status_check as smallint constraint enrollments_status_check check (value between 1 and 5);
create domain enrollments_access_check as text constraint enrollments_access_check
  check (value in ('pending', 'active', 'expired'));

-- A person in a course: learner, manager or instructor. Why they are in it is in `enrollment_grants`.
create table enrollments (
  id bigint generated always as identity primary key,
  portal_id bigint not null,
  user_id bigint not null,
  course_id bigint not null,
  role enrollments_role_check not null,
  curator_id bigint references users,
  -- The manager a learner is assigned to: who enrolled or invited them (ROL-027, ROL-069).
  manager_id bigint references users,
  status enrollments_status_check not null default 4,
  access enrollments_access_check not null default 'active',
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
  -- The due date, and the days before it, of the last reminder (RTM-015).
  due_told_for timestamptz,
  due_told_days smallint,
  -- When that reminder was sent.
  due_told_at timestamptz,
  -- The version of the course that the learner began; null before that: then the newest one counts (VER-003).
  version int,
  last_item_type text, last_item_id bigint, last_opened_at timestamptz,
  unique (portal_id, id),
  foreign key (portal_id, course_id) references courses (portal_id, id),
  foreign key (portal_id, course_id, version) references course_versions (portal_id, course_id, number),
  foreign key (portal_id, user_id) references portal_users (portal_id, user_id)
) with (fillfactor = 80);
-- A learner is at most once an active learner of a course (USR-022); completion or expiry makes room for the next.
create unique index enrollments_one_active on enrollments (portal_id, course_id, user_id)
  where role = 'learner' and access <> 'expired' and ended_at is null;
create index enrollments_version on enrollments (portal_id, course_id, version) where version is not null;
create index enrollments_user on enrollments (portal_id, user_id, id desc) where ended_at is null;
create index enrollments_course on enrollments (portal_id, course_id, role, id desc) where ended_at is null;
create index enrollments_managed on enrollments (portal_id, manager_id, id desc) where role = 'learner' and ended_at is null;
create index enrollments_curated on enrollments (portal_id, curator_id, id desc) where role = 'learner' and ended_at is null;
create unique index enrollments_one_assignment on enrollments (portal_id, course_id, user_id, role)
  where role <> 'learner' and ended_at is null;
-- What reports read: who was enrolled, who completed and who is overdue, by day; the sums come from the index alone.
create index enrollments_by_day on enrollments (portal_id, created_at desc, id desc) include (completed_at, started_at, course_id)
  where role = 'learner' and ended_at is null;
create index enrollments_completed on enrollments (portal_id, completed_at desc, id desc) include (course_id)
  where role = 'learner' and completed_at is not null and ended_at is null;
create index enrollments_overdue on enrollments (portal_id, due_at, id) include (expires_at, due_told_at, course_id)
  where role = 'learner' and due_at is not null and completed_at is null and ended_at is null;
-- Access that begins or expires because time has passed.
create index enrollments_expiring on enrollments (expires_at) where access <> 'expired';
create index enrollments_starting on enrollments (starts_at) where access = 'pending';
create index enrollments_due on enrollments (due_at)
  where role = 'learner' and due_at is not null and completed_at is null and ended_at is null;
-- What the start page counts: who is late, who was enrolled and who finished lately.
create index enrollments_created on enrollments (portal_id, created_at) where role = 'learner';
select enable_tenant('enrollments');

-- Whether the learner of an enrollment, given by its columns, is assigned to a person who acts as 'manager',
-- 'outside manager' or 'instructor' with these courses to teach. Null counts as no. PostgreSQL puts the
-- text of the function in place of the call, so that the indexes serve it: no subquery, not volatile (ROL-083).
create function is_learner_of(
  person bigint, acting_as text, taught bigint[], manager_id bigint, curator_id bigint, course_id bigint
) returns boolean language sql immutable parallel safe as $$
  select manager_id = person
    or acting_as <> 'outside manager' and curator_id = person
    or acting_as = 'instructor' and curator_id is null and course_id = any (taught)
$$;

create domain course_user_progress_item_type_check as text constraint course_user_progress_item_type_check
  check (value in ('Text', 'Document', 'Audio', 'Video', 'Module', 'Exam', 'Survey', 'Assignment', 'CloudScormModule', 'ScormModule'));
create domain course_user_progress_status_check as smallint constraint course_user_progress_status_check
  check (value between 1 and 5);

-- One row for each item a learner has touched; `details` has what the item type keeps.
create table course_user_progress (
  id bigint generated always as identity primary key,
  portal_id bigint not null,
  enrollment_id bigint not null,
  item_type course_user_progress_item_type_check not null,
  item_id bigint not null,
  status course_user_progress_status_check not null default 4,
  details jsonb not null default '{}',
  started_at timestamptz,
  finished_at timestamptz,
  updated_at timestamptz not null default now(),
  unique (portal_id, id),
  unique (portal_id, enrollment_id, item_type, item_id),
  foreign key (portal_id, enrollment_id) references enrollments (portal_id, id)
) with (fillfactor = 85);
select enable_tenant('course_user_progress');

create domain exam_attempts_type_check as text constraint exam_attempts_type_check check (value in ('exam', 'survey'));
create domain exam_attempts_number_check as int constraint exam_attempts_number_check check (value >= 1);
create domain exam_attempts_status_check as smallint constraint exam_attempts_status_check check (value in (1, 2, 3, 5));
create domain exam_attempts_passing_score_check as smallint constraint exam_attempts_passing_score_check
  check (value between 0 and 100);
create domain exam_attempts_questions_count_check as int constraint exam_attempts_questions_count_check check (value >= 1);
create domain exam_attempts_score_check as smallint constraint exam_attempts_score_check check (value between 0 and 100);
create domain exam_attempts_time_limit_minutes_check as int constraint exam_attempts_time_limit_minutes_check
  check (value between 1 and 1440);

-- An attempt of a learner at an exam or survey. It keeps its questions as they were when it began.
create table exam_attempts (
  id bigint generated always as identity primary key,
  portal_id bigint not null,
  exam_id bigint not null,
  enrollment_id bigint not null,
  -- As of the start of the attempt, like the pass mark and the questions.
  type exam_attempts_type_check not null,
  -- The version of the course whose questions it asks; 0 is the draft of a course that was never published.
  version int not null default 0,
  -- Keeps counting after a reset: earlier attempts stay in the training records (EXM-023, LEG-007).
  number exam_attempts_number_check not null,
  status exam_attempts_status_check not null default 1,
  seed int not null,
  passing_score exam_attempts_passing_score_check not null,
  questions_count exam_attempts_questions_count_check not null,
  answered_count int not null default 0,
  correct_count int not null default 0,
  score exam_attempts_score_check,
  started_at timestamptz not null,
  -- As of the start of the attempt, like the pass mark; minutes given to the learner are only in ends_at.
  time_limit_minutes exam_attempts_time_limit_minutes_check,
  ends_at timestamptz,
  -- Ended by the clock: answers that were given before the end and arrive later still count (EXM-034).
  is_time_over boolean not null default false,
  finished_at timestamptz,
  reset_at timestamptz,
  reset_by bigint references users,
  -- Its answers are in exam_answer_sums.
  is_summed boolean not null default false,
  unique (portal_id, id),
  unique (portal_id, enrollment_id, exam_id, number),
  check (correct_count <= answered_count and answered_count <= questions_count),
  check ((status = 1) = (finished_at is null) and (status = 1) = (score is null)),
  check ((time_limit_minutes is null) = (ends_at is null)),
  check (not is_time_over or (ends_at is not null and status <> 1)),
  foreign key (portal_id, exam_id) references exams (portal_id, id),
  foreign key (portal_id, enrollment_id) references enrollments (portal_id, id)
) with (fillfactor = 80); -- every answer updates the row in its page
create unique index exam_attempts_one_open on exam_attempts (portal_id, enrollment_id, exam_id)
  where status = 1 and reset_at is null;
create index exam_attempts_exam on exam_attempts (portal_id, exam_id, id desc);
create index exam_attempts_not_summed on exam_attempts (portal_id, exam_id) where not is_summed;
create index exam_attempts_to_sum on exam_attempts (finished_at) where not is_summed and finished_at is not null;
create index exam_attempts_ends_at on exam_attempts (ends_at) where status = 1 and reset_at is null and ends_at is not null;
select enable_tenant('exam_attempts');
revoke delete on exam_attempts from portico_app;

-- The questions drawn for an attempt, in the order in which they are asked. They are never read from the pools again.
create table exam_attempt_questions (
  portal_id bigint not null,
  attempt_id bigint not null,
  number int not null check (number >= 1),
  question_id bigint not null,
  type text not null check (type in ('single', 'multiple', 'boolean')),
  text text not null,
  explanation text,
  -- [{ "id", "text", "is_correct" }] in their order
  answers jsonb not null,
  primary key (portal_id, attempt_id, number),
  unique (portal_id, attempt_id, question_id),
  foreign key (portal_id, attempt_id) references exam_attempts (portal_id, id)
);
create index exam_attempt_questions_question on exam_attempt_questions (portal_id, question_id);
select enable_tenant('exam_attempt_questions');
revoke update on exam_attempt_questions from portico_app, portico_platform;
revoke delete on exam_attempt_questions from portico_app;

-- The answers of an attempt. An answer is written once and never changed (EXM-019).
create table exam_answers (
  portal_id bigint not null,
  attempt_id bigint not null,
  question_id bigint not null,
  answer_ids bigint[] not null check (cardinality(answer_ids) >= 1),
  is_correct boolean not null,
  answered_at timestamptz not null,
  -- When an answer that was given before the end of the attempt arrived after it.
  arrived_at timestamptz,
  -- The answer ends a visit of its question, so its row also has how long the visit was. If a visit is in both tables, the
  -- longer time counts (EXM-036).
  visit uuid,
  milliseconds int check (milliseconds >= 0),
  check ((visit is null) = (milliseconds is null)),
  primary key (portal_id, attempt_id, question_id),
  foreign key (portal_id, attempt_id, question_id) references exam_attempt_questions (portal_id, attempt_id, question_id)
);
select enable_tenant('exam_answers');
revoke update on exam_answers from portico_app, portico_platform;
revoke delete on exam_answers from portico_app;

-- An attempt that a learner takes along on a device to take it without a connection. It has the questions with their right
-- answers, which the device never gets. It becomes an attempt when it comes back, also where that does not count.
create table exam_leases (
  portal_id bigint not null,
  -- Chosen by the device, so that a repeated call finds its lease.
  id uuid not null,
  enrollment_id bigint not null,
  exam_id bigint not null,
  type text not null check (type in ('exam', 'survey')),
  -- As of the lease, like the questions.
  version int not null,
  seed int not null,
  passing_score smallint not null,
  time_limit_minutes int,
  extra_minutes int not null default 0,
  -- [{ "id", "type", "text", "explanation", "answers" }] in the order in which they are asked; empty once the attempt has
  -- them, or long after the lease ended.
  questions jsonb not null,
  issued_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > issued_at),
  -- It holds the exam until it ends or expires.
  ended_at timestamptz,
  ended_as text check (ended_as in ('returned', 'expired', 'used')),
  attempt_id bigint,
  -- What the clock of the device said, and when the attempt came.
  device_started_at timestamptz,
  device_finished_at timestamptz,
  received_at timestamptz,
  outcome text check (outcome in ('counts', 'returned', 'expired', 'no_access', 'locked')),
  primary key (portal_id, id),
  check ((ended_at is null) = (ended_as is null)),
  check (num_nonnulls(attempt_id, device_started_at, device_finished_at, received_at, outcome) in (0, 5)),
  foreign key (portal_id, exam_id) references exams (portal_id, id),
  foreign key (portal_id, enrollment_id) references enrollments (portal_id, id),
  foreign key (portal_id, attempt_id) references exam_attempts (portal_id, id)
);
create unique index exam_leases_one_open on exam_leases (portal_id, enrollment_id, exam_id) where ended_at is null;
create index exam_leases_with_questions on exam_leases (expires_at) where questions <> '[]';
create index exam_leases_exam on exam_leases (portal_id, exam_id);
create index exam_leases_enrollment on exam_leases (portal_id, enrollment_id);
create unique index exam_leases_attempt on exam_leases (portal_id, attempt_id) where attempt_id is not null;
select enable_tenant('exam_leases');
revoke delete on exam_leases from portico_app;

-- How long a question was on the screen: a row for each visit that ended without an answer, named by the page that showed
-- it.
create table exam_question_visits (
  portal_id bigint not null,
  attempt_id bigint not null,
  question_id bigint not null,
  visit uuid not null,
  milliseconds int not null check (milliseconds >= 0),
  primary key (portal_id, attempt_id, question_id, visit),
  foreign key (portal_id, attempt_id, question_id) references exam_attempt_questions (portal_id, attempt_id, question_id)
);
select enable_tenant('exam_question_visits');
revoke delete on exam_question_visits from portico_app;

-- Answers of attempts that ended so long ago that none can be added, counted by question, version, choice and whole second
-- on the screen. Statistics read these and the answers of attempts that are not summed yet.
create table exam_answer_sums (
  portal_id bigint not null,
  exam_id bigint not null,
  version int not null,
  question_id bigint not null,
  answer_ids bigint[] not null,
  is_correct boolean not null,
  -- Null where no page reported a time.
  seconds int,
  count int not null,
  -- The newest attempt among them.
  attempt_id bigint not null,
  -- Of the attempts that had other questions: how many, and the sums of the share of these that was right, and of its square.
  rated int not null,
  rest double precision not null,
  rest_squares double precision not null,
  unique nulls not distinct (portal_id, exam_id, version, question_id, answer_ids, is_correct, seconds),
  foreign key (portal_id, exam_id) references exams (portal_id, id) on delete cascade,
  foreign key (portal_id, question_id) references questions (portal_id, id) on delete cascade
);
create index exam_answer_sums_question on exam_answer_sums (portal_id, question_id);
select enable_tenant('exam_answer_sums');

-- Minutes that a learner gets in addition to the time limit of an exam.
create table exam_extra_times (
  portal_id bigint not null,
  enrollment_id bigint not null,
  exam_id bigint not null,
  minutes int not null check (minutes between 1 and 1440),
  given_by bigint not null references users,
  given_at timestamptz not null,
  primary key (portal_id, enrollment_id, exam_id),
  foreign key (portal_id, exam_id) references exams (portal_id, id),
  foreign key (portal_id, enrollment_id) references enrollments (portal_id, id)
);
create index exam_extra_times_exam on exam_extra_times (portal_id, exam_id);
create index exam_extra_times_given_by on exam_extra_times (given_by);
select enable_tenant('exam_extra_times');

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
create index assignment_responses_waiting on assignment_responses (portal_id, assignment_id) where result is null;
select enable_tenant('assignment_responses');

-- A response in progress, so that nothing is lost when a browser closes. Its files have no response yet.
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

-- Files that learners hand in for an assignment.
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
  -- Named by the browser that chose the file: the same file sent again after its answer was lost counts once.
  client_id uuid,
  created_at timestamptz not null default now(),
  unique (portal_id, id),
  foreign key (portal_id, enrollment_id) references enrollments (portal_id, id),
  foreign key (portal_id, assignment_id) references assignments (portal_id, id),
  foreign key (portal_id, response_id) references assignment_responses (portal_id, id)
);
create index assignment_files_of on assignment_files (portal_id, enrollment_id, assignment_id, id);
create unique index assignment_files_once on assignment_files (portal_id, enrollment_id, assignment_id, client_id)
  where client_id is not null;
create index assignment_files_storage on assignment_files (portal_id) include (size);
select enable_tenant('assignment_files');

-- An import of people and enrollments from a sheet (USR-060): the file, what its columns mean, and how far it is.
create table people_imports (
  id bigint generated always as identity primary key,
  portal_id bigint not null references portals,
  -- Who took the last step, and in which role; its work is done with their rights (USR-064).
  user_id bigint not null references users,
  role text not null,
  impersonator_id bigint references users,
  file_name text not null,
  -- Gone once the rows have been run or the file has expired.
  file_key text,
  status text not null default 'uploaded' check (status in
    ('uploaded', 'checking', 'checked', 'running', 'stopped', 'done', 'undoing', 'undone', 'failed')),
  -- The titles of the header row, the first rows below it, and the column of each known field.
  header jsonb not null,
  samples jsonb not null,
  columns jsonb not null,
  rows_total int not null default 0,
  rows_done int not null default 0,
  credits int not null default 0,
  -- How many rows came out how, counted at the end of each step.
  sums jsonb,
  -- Why the last step has stopped, for people.
  problem text,
  created_at timestamptz not null default now(),
  checked_at timestamptz,
  run_at timestamptz,
  finished_at timestamptz,
  undone_at timestamptz,
  expires_at timestamptz not null,
  unique (portal_id, id)
);
create index people_imports_expiring on people_imports (expires_at);
select enable_tenant('people_imports');

-- A row of such a sheet: what the check said of it, what the run did, what the undo took back.
create table people_import_rows (
  id bigint generated always as identity primary key,
  portal_id bigint not null,
  import_id bigint not null,
  line int not null,
  email text not null,
  name text not null,
  -- The values as they were read; null where they could not be.
  data jsonb,
  outcome text not null check (outcome in ('new', 'enrolled', 'changed', 'unchanged', 'repeated', 'refused')),
  reason text,
  other_line int,
  credits int not null default 0,
  -- The same words, after the run; null before it.
  result text,
  result_reason text,
  -- What the run wrote, as far as the undo needs it.
  written jsonb,
  undo text check (undo in ('taken_back', 'kept')),
  undo_reason text,
  foreign key (portal_id, import_id) references people_imports (portal_id, id) on delete cascade
);
create index people_import_rows_in_order on people_import_rows (portal_id, import_id, id);
create index people_import_rows_to_run on people_import_rows (portal_id, import_id, id) where result is null;
create index people_import_rows_to_undo on people_import_rows (portal_id, import_id, id desc)
  where undo is null and written is not null;
select enable_tenant('people_import_rows');
create index people_import_rows_with_number on people_import_rows (portal_id, ((written->>'user_id')::bigint))
  where written->'after' ? 'mobile_number';

-- Who leaves a portal takes the mobile number along out of the rows that gave it and would restore the former one (TXT-016).
create function forget_imported_number() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  update people_import_rows
  set data = data #- '{person,mobile_number}',
    written = (written #- '{before,mobile_number}' #- '{after,mobile_number}') - 'former_consent'
  where portal_id = new.portal_id and (written->>'user_id')::bigint = new.user_id
    and written->'after' ? 'mobile_number';
  return null;
end
$$;
create trigger forget_imported_number after update of left_at on portal_users
  for each row when (new.left_at is not null and old.left_at is null) execute function forget_imported_number();
