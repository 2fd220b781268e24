-- Exports too large for one answer, and the searches that one of them lists.

-- A file made in the background for one person (API-019). What was asked is kept, so that a run after a crash makes the same.
create table exports (
  id bigint generated always as identity primary key,
  portal_id bigint not null references portals,
  user_id bigint not null references users,
  kind text not null,
  title text not null,
  asked jsonb not null,
  rows int not null,
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

-- What people looked for in the course list, without saying who they were (REP-004).
create table searches (
  id bigint generated always as identity primary key,
  portal_id bigint not null references portals,
  text text not null,
  results int not null,
  created_at timestamptz not null default now(),
  unique (portal_id, id)
);
create index searches_list on searches (portal_id, id desc);
create index searches_created_at on searches (created_at);
select enable_tenant('searches');

alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check check (kind in (
  'enrolled', 'invitation', 'due_date_near', 'assignment_answered', 'assignment_graded', 'certificate_issued',
  'course_question_answered', 'credits_received', 'order_completed', 'subscription_ends', 'export_ready'
));
