-- Invitations to courses, and what managers have set for theirs.

-- A person who is invited to a course by e-mail. While the invitation is open (status 1 or 5), one credit of the payer is
-- reserved for it: `movement_id` is the movement that reserved the last one (MGR-007).
create table invitations (
  id bigint generated always as identity primary key,
  portal_id bigint not null,
  course_id bigint not null,
  -- Who invites: a manager with own credits, or somebody who runs the portal with those of the portal.
  manager_id bigint not null,
  payer text not null check (payer in ('manager', 'portal')),
  email text not null,
  first_name text,
  last_name text,
  role_id text not null default 'learner' check (role_id = 'learner'),
  -- 1 invited, 2 accepted, 3 cancelled, 4 decline, 5 reinvite, 6 failed (MGR-001).
  status smallint not null default 1 check (status between 1 and 6),
  -- Why it failed: the mail did not arrive, the link ran out, or the person came into the course in another way.
  failure text check (failure in ('undeliverable', 'expired', 'enrolled')),
  movement_id bigint not null,
  enrollment_id bigint,
  -- How often it was sent; the link and the mail are those of the last time.
  sendings int not null default 1 check (sendings >= 1),
  link_id bigint,
  mail_id bigint,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (portal_id, id),
  constraint invitations_one_movement unique (portal_id, movement_id),
  check ((status = 2) = (accepted_at is not null)),
  check ((status = 2) = (enrollment_id is not null)),
  check ((status = 6) = (failure is not null)),
  check (expires_at > sent_at),
  foreign key (portal_id, course_id) references courses (portal_id, id),
  foreign key (portal_id, manager_id) references portal_users (portal_id, user_id),
  foreign key (portal_id, movement_id) references credit_movements (portal_id, id),
  foreign key (portal_id, enrollment_id) references enrollments (portal_id, id),
  foreign key (portal_id, link_id) references link_tokens (portal_id, id)
);
create unique index invitations_one_open on invitations (portal_id, course_id, email) where status in (1, 5);
-- What the report of invitations reads, by day.
create index invitations_by_day on invitations (portal_id, sent_at desc, id desc) include (status);
create index invitations_of_manager on invitations (portal_id, manager_id, id desc);
create index invitations_of_course on invitations (portal_id, course_id, id desc);
create index invitations_link on invitations (portal_id, link_id) where link_id is not null;
create index invitations_mail on invitations (portal_id, mail_id) where mail_id is not null;
create index invitations_failed on invitations (portal_id, sent_at) where status = 6;
create index invitations_open on invitations (expires_at) where status in (1, 5);
select enable_tenant('invitations');

-- What somebody who invites has set: a text in the mail, and which answers are told to them (MGR-019).
create table manager_settings (
  portal_id bigint not null,
  user_id bigint not null,
  invitation_text text,
  tells_accepted boolean not null default true,
  tells_declined boolean not null default true,
  tells_failed boolean not null default true,
  updated_at timestamptz not null,
  primary key (portal_id, user_id),
  foreign key (portal_id, user_id) references portal_users (portal_id, user_id)
);
select enable_tenant('manager_settings');
