-- Earlier states of SCORM items, so that what content or an accident has overwritten can be brought back (SCO-028, SCO-029).

-- How long the suspend data is, in characters: known without reading it.
alter table scorm_sco_states add column suspend_length int not null default 0;
update scorm_sco_states set suspend_length = length(suspend_data #>> '{}') where jsonb_typeof(suspend_data) = 'string';

-- A state as it stood before a message: kept when a visit begins, every 50th message, when the data shrinks, and before a
-- restore. The same state of an item is kept once, and older ones stand ever further apart.
create table scorm_snapshots (
  id bigint generated always as identity,
  portal_id bigint not null,
  attempt_id bigint not null,
  sco text not null,
  -- Counts the snapshots of the item, those taken away included.
  number int not null,
  reason text not null check (reason in ('visit', 'messages', 'shrunk', 'restore')),
  -- The last message before it.
  launch int not null,
  seq int not null,
  cmi jsonb not null,
  suspend_data jsonb,
  suspend_length int not null,
  status text not null,
  result text not null,
  digest uuid not null,
  -- When the attempt had been written last, and when this was kept.
  stood_at timestamptz not null,
  kept_at timestamptz not null,
  primary key (portal_id, attempt_id, sco, number),
  unique (portal_id, id),
  unique (portal_id, attempt_id, sco, digest),
  foreign key (portal_id, attempt_id) references scorm_attempts (portal_id, id)
);
select enable_tenant('scorm_snapshots');
revoke update on scorm_snapshots from portico_app, portico_platform;

-- A restore stands in the journal as well, with who did it.
alter table scorm_commits drop constraint scorm_commits_event_check;
alter table scorm_commits add constraint scorm_commits_event_check check (event in ('begin', 'data', 'finish', 'restore'));
alter table scorm_commits add column user_id bigint references users;
