-- What goes to people and comes from them:
--
-- - Mails, notifications and announcements.
-- - Reviews of courses, and questions that learners ask in them.
-- - Exports and scheduled reports, and the storage that all files of a portal take.
-- - Text messages: the mobile numbers of people in one portal, what was sent to them, and the links in it (decision 070).

-- Mails, both waiting and sent. Without SMTP, this is the local outbox.
create table mails (
  id bigint generated always as identity primary key,
  portal_id bigint not null references portals,
  message_key text,
  template text not null,
  to_email text not null,
  from_email text not null,
  subject text not null,
  html text not null,
  text text not null,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  error text,
  -- When it was decided that it will never be sent.
  given_up_at timestamptz,
  unique (portal_id, id),
  unique (portal_id, message_key)
);
create index mails_list on mails (portal_id, id desc);
create index mails_waiting on mails (created_at) where sent_at is null;
create index mails_given_up_at on mails (given_up_at) where given_up_at is not null;
create index mails_sent_at on mails (sent_at) where sent_at is not null;
select enable_tenant('mails');

-- The files that go with a mail.
create table mail_files (
  id bigint generated always as identity primary key,
  portal_id bigint not null,
  mail_id bigint not null,
  name text not null,
  mime_type text not null,
  content bytea not null,
  unique (portal_id, id),
  foreign key (portal_id, mail_id) references mails (portal_id, id) on delete cascade
);
create index mail_files_of on mail_files (portal_id, mail_id, id);
select enable_tenant('mail_files');

-- What a person sees in the bell of the portal.
create table notifications (
  id bigint generated always as identity primary key,
  portal_id bigint not null references portals,
  user_id bigint not null references users,
  kind text not null check (kind in (
    'enrolled', 'invitation', 'due_date_near', 'assignment_answered', 'assignment_graded', 'certificate_issued',
    'course_question_answered', 'credits_received', 'order_completed', 'refund_failed', 'subscription_ends', 'export_ready',
    'shared_course', 'callback', 'token_ends', 'recertification', 'recertification_team', 'document', 'proctor_asked', 'text_limit'
  )),
  title text not null,
  text text not null,
  -- A path within the portal, or null if there is nothing to open.
  link text,
  -- Keeps a notification from being sent twice, such as the one for a due date.
  message_key text,
  read_at timestamptz,
  created_at timestamptz not null default now(),
  unique (portal_id, id),
  unique (portal_id, user_id, message_key)
);
create index notifications_list on notifications (portal_id, user_id, id desc);
create index notifications_unread on notifications (portal_id, user_id, id desc) where read_at is null;
select enable_tenant('notifications');

-- Messages from administrators to all learners or managers, or in the banner of the portal.
create table announcements (
  id bigint generated always as identity primary key,
  portal_id bigint not null references portals,
  audience text not null check (audience in ('learner', 'manager', 'banner')),
  title text not null,
  text text not null,
  starts_at timestamptz,
  ends_at timestamptz,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (portal_id, id),
  check (ends_at > starts_at)
);
create index announcements_list on announcements (portal_id, id desc);
create index announcements_shown on announcements (portal_id, audience, id desc) where is_active;
select enable_tenant('announcements');

-- Mails of a course that were turned on or off (RTM-013); a kind without a row is sent.
create table course_mail_switches (
  portal_id bigint not null,
  course_id bigint not null,
  kind text not null,
  is_mail_on boolean not null,
  primary key (portal_id, course_id, kind),
  foreign key (portal_id, course_id) references courses (portal_id, id) on delete cascade
);
select enable_tenant('course_mail_switches');

-- Reviews of courses by their learners.
create table reviews (
  id bigint generated always as identity primary key,
  portal_id bigint not null,
  course_id bigint not null,
  -- The enrollment; it has one review at most (REV-004).
  related_id bigint not null,
  user_id bigint not null,
  rating smallint not null check (rating between 1 and 5),
  text text,
  -- 1 not approved, 2 pending, 3 approved, 4 draft (REV-006).
  status smallint not null default 2 check (status between 1 and 4),
  moderated_by bigint references users,
  moderated_at timestamptz,
  -- The public answer of an instructor (REV-027).
  reply text,
  replied_by bigint references users,
  replied_at timestamptz,
  created_at timestamptz not null default now(),
  unique (portal_id, id),
  constraint reviews_one_of_enrollment unique (portal_id, related_id),
  check ((reply is null) = (replied_at is null)),
  foreign key (portal_id, course_id) references courses (portal_id, id) on delete cascade,
  foreign key (portal_id, related_id) references enrollments (portal_id, id),
  foreign key (portal_id, user_id) references portal_users (portal_id, user_id)
);
create index reviews_public on reviews (portal_id, course_id, id desc) where status = 3;
create index reviews_public_by_rating on reviews (portal_id, course_id, rating, id) where status = 3;
create index reviews_list on reviews (portal_id, id desc);
create index reviews_by_rating on reviews (portal_id, rating, id);
create index reviews_by_status on reviews (portal_id, status, id desc);
create index reviews_of_course on reviews (portal_id, course_id, id desc);
create index reviews_of_course_by_status on reviews (portal_id, course_id, status, id desc);
select enable_tenant('reviews');

-- How many approved reviews a course has of each rating (REV-008). Their sum and number are also in `courses`, from which
-- cards and pages read the average without counting.
create table review_counters (
  portal_id bigint not null,
  course_id bigint not null,
  rating_1 int not null default 0 check (rating_1 >= 0),
  rating_2 int not null default 0 check (rating_2 >= 0),
  rating_3 int not null default 0 check (rating_3 >= 0),
  rating_4 int not null default 0 check (rating_4 >= 0),
  rating_5 int not null default 0 check (rating_5 >= 0),
  primary key (portal_id, course_id),
  foreign key (portal_id, course_id) references courses (portal_id, id) on delete cascade
);
select enable_tenant('review_counters');

-- Questions that learners ask in a course.
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
-- Lists are sorted by latest activity.
create index course_questions_list on course_questions (portal_id, course_id, last_message_id desc, id desc);
create index course_questions_by_status on course_questions (portal_id, course_id, status, last_message_id desc, id desc);
create index course_questions_by_category on course_questions (portal_id, course_id, category_id, last_message_id desc, id desc);
create index course_questions_of_learner on course_questions (portal_id, user_id, course_id, last_message_id desc, id desc);
select enable_tenant('course_questions');

-- The messages of a question, the first of which is the question itself.
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

-- Files attached to a message.
create table course_question_files (
  portal_id bigint not null,
  message_id bigint not null,
  media_id bigint not null,
  primary key (portal_id, message_id, media_id),
  foreign key (portal_id, message_id) references course_question_messages (portal_id, id) on delete cascade,
  foreign key (portal_id, media_id) references media (portal_id, id)
);
select enable_tenant('course_question_files');

-- Up to which message a person has read a question.
create table course_question_reads (
  portal_id bigint not null,
  question_id bigint not null,
  user_id bigint not null references users,
  last_read_id bigint not null,
  primary key (portal_id, question_id, user_id),
  foreign key (portal_id, question_id) references course_questions (portal_id, id) on delete cascade
);
select enable_tenant('course_question_reads');

-- How many questions of a course are open and how many are closed (REV-022).
create table question_counters (
  portal_id bigint not null,
  course_id bigint not null,
  opened int not null default 0 check (opened >= 0),
  closed int not null default 0 check (closed >= 0),
  primary key (portal_id, course_id),
  foreign key (portal_id, course_id) references courses (portal_id, id) on delete cascade
);
select enable_tenant('question_counters');

-- A file made in the background for one person (API-019). The request is kept, so that a run after a crash makes the same
-- file.
create table exports (
  id bigint generated always as identity primary key,
  portal_id bigint not null references portals,
  user_id bigint not null references users,
  kind text not null,
  title text not null,
  asked jsonb not null,
  rows int not null,
  -- How many of them are in the file so far, where that is known.
  done int not null default 0,
  status text not null default 'waiting' check (status in ('waiting', 'ready', 'failed')),
  file_key text,
  file_name text,
  file_size bigint,
  created_at timestamptz not null default now(),
  ready_at timestamptz,
  expires_at timestamptz not null,
  unique (portal_id, id)
);
create index exports_of_user on exports (portal_id, user_id, id desc);
create index exports_expiring on exports (expires_at);
select enable_tenant('exports');

-- A report that is sent by mail at an hour of the portal's clock (REP-021).
create table report_schedules (
  id bigint generated always as identity primary key,
  portal_id bigint not null,
  -- Who made it.
  user_id bigint not null,
  report text not null,
  -- The filters without days, which follow from `covers` each time.
  query jsonb not null default '{}',
  covers text not null check (covers in ('last_day', 'last_7_days', 'last_30_days', 'last_month', 'all')),
  period text not null check (period in ('daily', 'weekly', 'monthly')),
  hour smallint not null check (hour between 0 and 23),
  weekday smallint check (weekday between 0 and 6),
  month_day smallint check (month_day between 1 and 31),
  format text not null check (format in ('csv', 'link')),
  is_paused boolean not null default false,
  -- The next due moment, in the time zone for which it was computed.
  next_due_at timestamptz not null,
  time_zone text not null,
  last_sent_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (portal_id, id),
  check ((period = 'weekly') = (weekday is not null)),
  check ((period = 'monthly') = (month_day is not null)),
  foreign key (portal_id, user_id) references portal_users (portal_id, user_id)
);
create index report_schedules_list on report_schedules (portal_id, id);
create index report_schedules_due on report_schedules (next_due_at) where not is_paused;
select enable_tenant('report_schedules');

-- Who gets a scheduled report.
create table report_schedule_people (
  portal_id bigint not null,
  schedule_id bigint not null,
  user_id bigint not null,
  primary key (portal_id, schedule_id, user_id),
  foreign key (portal_id, schedule_id) references report_schedules (portal_id, id) on delete cascade,
  foreign key (portal_id, user_id) references portal_users (portal_id, user_id)
);
select enable_tenant('report_schedule_people');

-- What was sent: a due moment of a schedule once, whatever dies or runs twice (REP-022). It is written in the transaction that
-- writes the mails.
create table report_mailings (
  portal_id bigint not null,
  schedule_id bigint not null,
  due_at timestamptz not null,
  mails int not null,
  sent_at timestamptz not null,
  primary key (portal_id, schedule_id, due_at),
  foreign key (portal_id, schedule_id) references report_schedules (portal_id, id) on delete cascade
);
select enable_tenant('report_mailings');

-- Bytes of all files of a portal: library and attachments, submitted files, documents, unpacked packages, exports.
create function portal_storage_used(portal bigint) returns bigint language sql stable as $$
  select coalesce((select sum(size) from media where portal_id = portal and not is_received
      and not (is_public and deleted_at is not null)), 0)::bigint
    + coalesce((select sum(size) from assignment_files where portal_id = portal), 0)::bigint
    + coalesce((select sum(file_size) from compliance_documents where portal_id = portal), 0)::bigint
    + coalesce((select sum(size) from scorm_packages where portal_id = portal and not is_received), 0)::bigint
    + coalesce((select sum(file_size) from exports where portal_id = portal), 0)::bigint
$$;

-- The mobile number of a person in a portal, in E.164. The one who entered it has confirmed that the person agreed to receive texts.
create table mobile_numbers (
  portal_id bigint not null,
  user_id bigint not null,
  number text not null check (number ~ '^\+[1-9][0-9]{6,14}$'),
  consent_at timestamptz not null,
  -- Who confirmed it: the person, or somebody who looks after people.
  consent_by bigint references users,
  -- When a link or code that was sent to it was used.
  proved_at timestamptz,
  primary key (portal_id, user_id),
  foreign key (portal_id, user_id) references portal_users (portal_id, user_id) on delete cascade
);
create index mobile_numbers_number on mobile_numbers (portal_id, number);
select enable_tenant('mobile_numbers');

-- Text messages, waiting and sent. The secret in a body is taken out of it once the service has it.
create table text_messages (
  id bigint generated always as identity primary key,
  portal_id bigint not null references portals,
  user_id bigint not null,
  kind text not null check (kind in ('start', 'sign-in', 'code')),
  -- Null once the person has left the portal.
  number text,
  body text not null,
  segments int not null check (segments > 0),
  status text not null default 'queued' check (status in ('queued', 'sent', 'delivered', 'failed')),
  -- Null for one that nobody signed in has asked for.
  requested_by bigint references users,
  created_at timestamptz not null,
  -- What it says is of no use later than this, so it is not sent then.
  expires_at timestamptz not null,
  -- When the service was first called with it: after that, it is looked for before it is sent.
  tried_at timestamptz,
  -- One process sends it until then.
  leased_until timestamptz,
  -- The service's own id of it.
  provider_id text,
  sent_at timestamptz,
  -- When it was delivered or failed.
  settled_at timestamptz,
  error text,
  unique (portal_id, id),
  foreign key (portal_id, user_id) references portal_users (portal_id, user_id) on delete cascade
);
create index text_messages_person on text_messages (portal_id, user_id, id desc);
create index text_messages_number on text_messages (portal_id, number);
create unique index text_messages_provider on text_messages (portal_id, provider_id) where provider_id is not null;
select enable_tenant('text_messages');

-- A link in a text message: it sets a PIN, or signs in. Of its secret only the SHA-256 is kept.
create table text_links (
  token_hash bytea primary key,
  portal_id bigint not null,
  user_id bigint not null,
  message_id bigint not null,
  kind text not null check (kind in ('start', 'sign-in')),
  number text not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  foreign key (portal_id, user_id) references portal_users (portal_id, user_id) on delete cascade,
  foreign key (portal_id, message_id) references text_messages (portal_id, id) on delete cascade
);
create index text_links_person on text_links (portal_id, user_id);
create index text_links_message on text_links (portal_id, message_id);
select enable_tenant('text_links');

-- A number that a person has entered and not proved yet; a code was sent to it.
create table mobile_number_codes (
  portal_id bigint not null,
  user_id bigint not null,
  number text not null check (number ~ '^\+[1-9][0-9]{6,14}$'),
  code_hash text not null,
  expires_at timestamptz not null,
  wrong int not null default 0,
  primary key (portal_id, user_id),
  foreign key (portal_id, user_id) references portal_users (portal_id, user_id) on delete cascade
);
select enable_tenant('mobile_number_codes');

-- Numbers that answered STOP to this portal.
create table text_opt_outs (
  portal_id bigint not null references portals,
  number text not null,
  opted_out_at timestamptz not null,
  primary key (portal_id, number)
);
select enable_tenant('text_opt_outs');

-- Requests for a text that somebody makes by typing a badge number, whether anybody has it or not.
create table text_requests (
  id bigint generated always as identity primary key,
  portal_id bigint not null references portals,
  badge text not null,
  network text not null,
  created_at timestamptz not null
);
create index text_requests_badge on text_requests (portal_id, badge, created_at);
create index text_requests_network on text_requests (portal_id, network, created_at);
create index text_requests_created_at on text_requests (created_at);
select enable_tenant('text_requests');

-- How many texts a portal has sent on its present day, or the last one on which it sent any. A text is counted when it is queued.
create table text_days (
  portal_id bigint primary key references portals,
  -- A day in the time zone of the portal.
  day date not null,
  sent int not null default 0 check (sent >= 0),
  -- The percentage of its limit that its admins know of.
  notified int not null default 0
);
select enable_tenant('text_days');

-- How many texts went to a number, over all portals, so that nobody's phone can be flooded. The program counts them through a
-- function and cannot read them.
create table texts_to_numbers (
  id bigint generated always as identity primary key,
  number text not null,
  created_at timestamptz not null
);
create index texts_to_numbers_number on texts_to_numbers (number, created_at);
create index texts_to_numbers_created_at on texts_to_numbers (created_at);
alter table texts_to_numbers enable row level security;
alter table texts_to_numbers force row level security;
create policy platform on texts_to_numbers to portico_platform using (true) with check (true);
create policy owner on texts_to_numbers to current_user using (true) with check (true);
revoke select, insert, update, delete on texts_to_numbers from portico_app;

-- Counts a text to a number; returns false, and counts nothing, if the number got `most` texts in the day before. The lock makes
-- texts that are requested at the same moment count one after the other.
create function count_text(phone text, at timestamptz, most int) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('text to ' || phone, 0));
  if (select count(*) from texts_to_numbers where number = phone and created_at > at - interval '1 day') >= most then
    return false;
  end if;
  insert into texts_to_numbers (number, created_at) values (phone, at);
  return true;
end
$$;
revoke all on function count_text(text, timestamptz, int) from public;
grant execute on function count_text(text, timestamptz, int) to portico_app, portico_platform;

-- Who leaves a portal takes the number along, in whatever way they leave.
create function forget_mobile_number() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  delete from mobile_numbers where portal_id = new.portal_id and user_id = new.user_id;
  delete from mobile_number_codes where portal_id = new.portal_id and user_id = new.user_id;
  delete from text_links where portal_id = new.portal_id and user_id = new.user_id;
  update text_messages set number = null, body = '' where portal_id = new.portal_id and user_id = new.user_id;
  return null;
end
$$;
create trigger forget_mobile_number after update of left_at on portal_users
  for each row when (new.left_at is not null and old.left_at is null) execute function forget_mobile_number();
