-- What a person is told of, and which of a course's mails are sent.

create table notifications (
  id bigint generated always as identity primary key,
  portal_id bigint not null references portals,
  user_id bigint not null references users,
  kind text not null check (kind in (
    'enrolled', 'invitation', 'due_date_near', 'assignment_answered', 'assignment_graded', 'certificate_issued',
    'course_question_answered', 'credits_received', 'order_completed', 'subscription_ends'
  )),
  title text not null,
  text text not null,
  -- A path within the portal, or null where there is nothing to open.
  link text,
  -- What is told once only, such as one due date, carries a key.
  message_key text,
  read_at timestamptz,
  created_at timestamptz not null default now(),
  unique (portal_id, id),
  unique (portal_id, user_id, message_key)
);
create index notifications_list on notifications (portal_id, user_id, id desc);
create index notifications_unread on notifications (portal_id, user_id, id desc) where read_at is null;
select enable_tenant('notifications');

-- Mails of a course that have been switched (RTM-013); a kind without a row is sent.
create table course_mail_switches (
  portal_id bigint not null,
  course_id bigint not null,
  kind text not null,
  is_mail_on boolean not null,
  primary key (portal_id, course_id, kind),
  foreign key (portal_id, course_id) references courses (portal_id, id) on delete cascade
);
select enable_tenant('course_mail_switches');

-- For which due date, and how many days before it, a learner has been told (RTM-015).
alter table enrollments add column due_told_for timestamptz, add column due_told_days smallint;
create index enrollments_due on enrollments (due_at)
  where role = 'learner' and due_at is not null and completed_at is null and ended_at is null;
