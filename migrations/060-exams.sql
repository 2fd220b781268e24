-- Exams as learners take them. An attempt keeps its questions as they stood when it began, and every answer as it came.

create table exam_attempts (
  id bigint generated always as identity primary key,
  portal_id bigint not null,
  exam_id bigint not null,
  enrollment_id bigint not null,
  -- As it was on the day the attempt began, like the pass mark and the questions.
  type text not null check (type in ('exam', 'survey')),
  -- Counts on over resets: the attempts of before stay in the training records (EXM-023, LEG-007).
  number int not null check (number >= 1),
  status smallint not null default 1 check (status in (1, 2, 3, 5)),
  seed int not null,
  passing_score smallint not null check (passing_score between 0 and 100),
  questions_count int not null check (questions_count >= 1),
  answered_count int not null default 0,
  correct_count int not null default 0,
  score smallint check (score between 0 and 100),
  started_at timestamptz not null,
  finished_at timestamptz,
  reset_at timestamptz,
  reset_by bigint references users,
  unique (portal_id, id),
  unique (portal_id, enrollment_id, exam_id, number),
  check (correct_count <= answered_count and answered_count <= questions_count),
  check ((status = 1) = (finished_at is null) and (status = 1) = (score is null)),
  foreign key (portal_id, exam_id) references exams (portal_id, id),
  foreign key (portal_id, enrollment_id) references enrollments (portal_id, id)
) with (fillfactor = 80); -- every answer updates the row in its page
create unique index exam_attempts_one_open on exam_attempts (portal_id, enrollment_id, exam_id)
  where status = 1 and reset_at is null;
create index exam_attempts_exam on exam_attempts (portal_id, exam_id, id desc);
select enable_tenant('exam_attempts');

-- The questions drawn for an attempt, in the order in which they are asked; never read from the pools again.
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

-- The journal of answers. An answer is written once and never changed (EXM-019).
create table exam_answers (
  portal_id bigint not null,
  attempt_id bigint not null,
  question_id bigint not null,
  answer_ids bigint[] not null check (cardinality(answer_ids) >= 1),
  is_correct boolean not null,
  answered_at timestamptz not null,
  primary key (portal_id, attempt_id, question_id),
  foreign key (portal_id, attempt_id, question_id) references exam_attempt_questions (portal_id, attempt_id, question_id)
);
select enable_tenant('exam_answers');
revoke update on exam_attempt_questions, exam_answers from portico_app, portico_platform;
revoke delete on exam_attempts, exam_attempt_questions, exam_answers from portico_app;
