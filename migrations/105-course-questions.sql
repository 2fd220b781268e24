-- Questions that learners ask in a course, and the messages about them.

-- Files that came with a message stand in the same table as the library's, and are not part of it.
alter table media add column is_attachment boolean not null default false;

create table course_questions (
  id bigint generated always as identity primary key,
  portal_id bigint not null,
  course_id bigint not null,
  related_id bigint not null,
  user_id bigint not null,
  category_id bigint,
  -- 1 opened, 2 closed (REV-015).
  status smallint not null default 1 check (status in (1, 2)),
  -- The beginning of the first message, by which lists name the question.
  excerpt text not null,
  -- Made by the client: a question that is sent again is the same one.
  client_id uuid not null,
  messages_count int not null default 0,
  last_message_id bigint not null default 0,
  last_message_by bigint references users,
  last_message_at timestamptz not null,
  created_at timestamptz not null,
  closed_at timestamptz,
  closed_by bigint references users,
  unique (portal_id, id),
  constraint course_questions_client unique (portal_id, user_id, client_id),
  foreign key (portal_id, course_id) references courses (portal_id, id) on delete cascade,
  foreign key (portal_id, related_id) references enrollments (portal_id, id),
  foreign key (portal_id, user_id) references portal_users (portal_id, user_id),
  foreign key (portal_id, category_id) references question_categories (portal_id, id) on delete set null (category_id)
);
-- Lists show what has moved last first.
create index course_questions_list on course_questions (portal_id, course_id, last_message_id desc, id desc);
create index course_questions_by_status on course_questions (portal_id, course_id, status, last_message_id desc, id desc);
create index course_questions_by_category on course_questions (portal_id, course_id, category_id, last_message_id desc, id desc);
create index course_questions_of_learner on course_questions (portal_id, user_id, course_id, last_message_id desc, id desc);
select enable_tenant('course_questions');

create table course_question_messages (
  id bigint generated always as identity primary key,
  portal_id bigint not null,
  question_id bigint not null,
  user_id bigint not null,
  client_id uuid not null,
  text text not null,
  created_at timestamptz not null,
  unique (portal_id, id),
  constraint course_question_messages_client unique (portal_id, user_id, client_id),
  foreign key (portal_id, question_id) references course_questions (portal_id, id) on delete cascade,
  foreign key (user_id) references users
);
create index course_question_messages_list on course_question_messages (portal_id, question_id, id desc);
select enable_tenant('course_question_messages');

create table course_question_files (
  portal_id bigint not null,
  message_id bigint not null,
  media_id bigint not null,
  primary key (portal_id, message_id, media_id),
  foreign key (portal_id, message_id) references course_question_messages (portal_id, id) on delete cascade,
  foreign key (portal_id, media_id) references media (portal_id, id)
);
select enable_tenant('course_question_files');

-- Up to which message somebody has read a question.
create table course_question_reads (
  portal_id bigint not null,
  question_id bigint not null,
  user_id bigint not null references users,
  last_read_id bigint not null,
  primary key (portal_id, question_id, user_id),
  foreign key (portal_id, question_id) references course_questions (portal_id, id) on delete cascade
);
select enable_tenant('course_question_reads');

-- How many questions of a course are open and how many closed (REV-022).
create table question_counters (
  portal_id bigint not null,
  course_id bigint not null,
  opened int not null default 0 check (opened >= 0),
  closed int not null default 0 check (closed >= 0),
  primary key (portal_id, course_id),
  foreign key (portal_id, course_id) references courses (portal_id, id) on delete cascade
);
select enable_tenant('question_counters');
