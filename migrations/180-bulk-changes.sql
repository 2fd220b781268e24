-- Bulk changes: one action for many people or enrollments, with what was before and after, so that it can be undone (BLK).

-- A bulk change: what was asked for, how far it is, and how its rows came out.
create table bulk_changes (
  id bigint generated always as identity primary key,
  portal_id bigint not null references portals,
  action text not null check (action in ('enroll', 'unenroll', 'extend', 'remind', 'move', 'grade')),
  -- Who made it; those with own records alone see what they made (BLK-015).
  made_by bigint not null references users,
  -- Who took the last step, and in which role; its work is done with their rights (BLK-009).
  user_id bigint not null references users,
  role text not null,
  impersonator_id bigint references users,
  status text not null default 'previewed' check (status in
    ('previewed', 'running', 'stopped', 'done', 'undoing', 'undone')),
  -- The dates, the version or the grade that were asked for, and what goes with them.
  request jsonb not null,
  rows_total int not null,
  -- Of the step that is at work or was last.
  rows_done int not null default 0,
  -- How many rows came out how, counted at the end of each step.
  sums jsonb not null,
  -- Why the last step has stopped, for people.
  problem text,
  created_at timestamptz not null,
  run_at timestamptz,
  finished_at timestamptz,
  undone_at timestamptz,
  expires_at timestamptz not null,
  unique (portal_id, id)
);
create index bulk_changes_list on bulk_changes (portal_id, id desc);
create index bulk_changes_expiring on bulk_changes (expires_at);
select enable_tenant('bulk_changes');

-- A person or enrollment of a bulk change: what the preview said, what the run wrote, what the undo restored.
create table bulk_change_rows (
  id bigint generated always as identity primary key,
  portal_id bigint not null,
  change_id bigint not null,
  number int not null,
  user_id bigint not null,
  course_id bigint not null,
  -- Null for somebody who is to be enrolled, until the run.
  enrollment_id bigint,
  -- The response that a row grades.
  response_id bigint,
  -- The dates of the enrollment, the place in its version or the grade of the response; null where there is none.
  before jsonb,
  after jsonb,
  -- Of a reminder: to which address, with which subject, and when the one before it was (BLK-022).
  mail jsonb,
  outcome text not null check (outcome in ('changed', 'unchanged', 'refused')),
  reason text,
  -- Credits that the row uses; below zero for those that it gives back.
  credits int not null,
  -- The same words, after the run; null before it.
  result text check (result in ('changed', 'unchanged', 'refused')),
  result_reason text,
  -- What the run wrote, as far as the undo needs it.
  written jsonb,
  undo text check (undo in ('restored', 'kept')),
  undo_reason text,
  unique (portal_id, change_id, number),
  foreign key (portal_id, change_id) references bulk_changes (portal_id, id) on delete cascade,
  foreign key (portal_id, user_id) references portal_users (portal_id, user_id),
  foreign key (portal_id, course_id) references courses (portal_id, id) on delete cascade,
  foreign key (portal_id, enrollment_id) references enrollments (portal_id, id),
  foreign key (portal_id, response_id) references assignment_responses (portal_id, id)
);
create index bulk_change_rows_in_order on bulk_change_rows (portal_id, change_id, id);
create index bulk_change_rows_course on bulk_change_rows (portal_id, course_id);
create index bulk_change_rows_to_run on bulk_change_rows (portal_id, change_id, id) where result is null;
create index bulk_change_rows_to_undo on bulk_change_rows (portal_id, change_id, id desc)
  where undo is null and written is not null;
select enable_tenant('bulk_change_rows');
