-- Instructor-led dates (CNT-014).
create table schedules (
  id bigint generated always as identity primary key,
  portal_id bigint not null references portals,
  course_id bigint not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  time_zone text not null,
  place text,
  instructor_id bigint references users,
  seats int check (seats > 0),
  updated_at timestamptz not null default now(),
  unique (portal_id, id),
  check (ends_at > starts_at),
  foreign key (portal_id, course_id) references courses (portal_id, id) on delete cascade
);
create index schedules_list on schedules (portal_id, starts_at, id);
create index schedules_course on schedules (portal_id, course_id, starts_at);
select enable_tenant('schedules');

-- What people say about the business elsewhere: the stored copy that pages read (INT-021).
create table google_reviews (
  id bigint generated always as identity primary key,
  portal_id bigint not null references portals,
  review_key text not null,
  author_name text not null,
  author_avatar text,
  rating smallint not null check (rating between 1 and 5),
  text text,
  written_at timestamptz not null,
  fetched_at timestamptz not null default now(),
  unique (portal_id, id),
  unique (portal_id, review_key)
);
create index google_reviews_list on google_reviews (portal_id, written_at desc, id desc);
select enable_tenant('google_reviews');
