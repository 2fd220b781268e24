-- Reviews of courses by those who take them, and what is kept of them beside the course.

create table reviews (
  id bigint generated always as identity primary key,
  portal_id bigint not null,
  course_id bigint not null,
  -- The enrolment; it has one review at most (REV-004).
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
create index reviews_text_trgm on reviews using gin (text gin_trgm_ops);
select enable_tenant('reviews');

-- How many approved reviews a course has of each rating (REV-008). Their sum and number also stand in `courses`, from
-- which cards and pages read the average without counting.
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
