-- Crew sessions: hands-on training of a course on one device, with who was there and what an instructor signed off (decision 066).

-- A session of a course. Only its closing changes it.
create table crew_sessions (
  id bigint generated always as identity primary key,
  portal_id bigint not null references portals,
  course_id bigint not null,
  title text not null,
  place text not null default '',
  -- The hands-on tasks in their order; entries name them by their position, from 0.
  tasks text[] not null default '{}',
  opened_by bigint not null references users,
  opened_at timestamptz not null,
  closed_by bigint references users,
  closed_at timestamptz,
  unique (portal_id, id),
  foreign key (portal_id, course_id) references courses (portal_id, id),
  constraint crew_sessions_closed check ((closed_by is null) = (closed_at is null))
);
create index crew_sessions_of_course on crew_sessions (portal_id, course_id, id);
create index crew_sessions_newest on crew_sessions (portal_id, id);
select enable_tenant('crew_sessions');
revoke update, delete on crew_sessions from portico_app, portico_platform;
grant update (closed_by, closed_at) on crew_sessions to portico_app, portico_platform;

-- What was recorded in a session, in the order in which it reached the server. The newest entry for a person, kind and task holds;
-- a correction is one more entry (CRW-012).
create table crew_entries (
  id bigint generated always as identity primary key,
  portal_id bigint not null,
  session_id bigint not null,
  -- Made by the device, so that an entry that is sent twice is one.
  entry_id uuid not null,
  enrollment_id bigint not null,
  kind text not null check (kind in ('arrived', 'left', 'task')),
  task int check (task >= 0),
  -- False for a correction that takes something back.
  is_so boolean not null default true,
  -- How the person proved who they are: null for the other kinds and for corrections.
  proof text check (proof in ('badge', 'name', 'signature')),
  -- The name as the person typed it, where that is the proof.
  typed_name text,
  -- What they drew with a finger, where that is the proof: strokes of points, four signs each (CRW-021).
  signature text check (length(signature) <= 4000),
  -- Why it was corrected; null for what was recorded in the session.
  reason text,
  -- By the clock of the device, and by that of the server.
  at timestamptz not null,
  recorded_at timestamptz not null,
  recorded_by bigint not null references users,
  unique (portal_id, id),
  constraint crew_entries_once unique (portal_id, session_id, entry_id),
  foreign key (portal_id, session_id) references crew_sessions (portal_id, id),
  foreign key (portal_id, enrollment_id) references enrollments (portal_id, id),
  constraint crew_entries_task check ((kind = 'task') = (task is not null)),
  constraint crew_entries_taken_back check (is_so or reason is not null)
);
create index crew_entries_of_enrollment on crew_entries (portal_id, enrollment_id, id);
create index crew_entries_of_session on crew_entries (portal_id, session_id, id);
select enable_tenant('crew_entries');
revoke update, delete on crew_entries from portico_app, portico_platform;
create policy owner on crew_entries to current_user using (true) with check (true);

-- Takes what people typed as their names, or drew, from the entries of those whose names are forgotten (USR-011). The rest stays.
create function forget_typed_names(ids bigint[]) returns void
language sql security definer set search_path = public, pg_temp as $$
  update crew_entries set typed_name = null, signature = null
  where enrollment_id = any(ids) and (typed_name is not null or signature is not null)
$$;
revoke all on function forget_typed_names(bigint[]) from public;
grant execute on function forget_typed_names(bigint[]) to portico_platform;
