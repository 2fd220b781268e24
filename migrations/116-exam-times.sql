-- Exams with a time limit, which the server's clock ends, and how long learners look at each question.
alter table exams add time_limit_minutes int check (time_limit_minutes between 1 and 1440);

alter table exam_attempts
  -- As it was on the day the attempt began, like the pass mark; minutes given to the learner are in ends_at alone.
  add time_limit_minutes int check (time_limit_minutes between 1 and 1440),
  add ends_at timestamptz,
  -- Ended by the clock: answers that were given before the end and come later still count (EXM-034).
  add is_time_over boolean not null default false,
  add check ((time_limit_minutes is null) = (ends_at is null)),
  add check (not is_time_over or (ends_at is not null and status <> 1));
create index exam_attempts_ends_at on exam_attempts (ends_at) where status = 1 and reset_at is null and ends_at is not null;

-- When it came, of an answer that was given before the end and came after it.
alter table exam_answers add arrived_at timestamptz;

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

-- Each time a question of an attempt was on the screen, named by the page that showed it, with how long it has been so far.
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
