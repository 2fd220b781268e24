-- Rules of the trade: what regulators and customers ask of how a course is taken (TRD-001), and the seat time that is counted
-- for them (TRD-007).

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
