-- What systems of the customer have to read again of rules of the trade (TRD-077).

-- The transaction that last changed what is there of what rules ask of a learner: time, sign-offs, attempts with a proctor,
-- identity questions, or the enrollment. There is a row for what has changed since the portal's first token that reads progress, in courses that a rule
-- names. It is beside enrollment_changes, so that a learner who reads for an hour is one row of progress to read, not 240.
create table rule_standing_changes (
  portal_id bigint not null,
  enrollment_id bigint not null,
  changed_in bigint not null,
  primary key (portal_id, enrollment_id),
  foreign key (portal_id, enrollment_id) references enrollments (portal_id, id)
) with (fillfactor = 70);
create index rule_standing_changes_list on rule_standing_changes (portal_id, changed_in, enrollment_id);
select enable_tenant('rule_standing_changes');

create function rule_standing_changed() returns trigger language plpgsql as $$
declare
  enrollment bigint := case tg_table_name when 'enrollments' then (to_jsonb(new) ->> 'id')::bigint
    else (to_jsonb(new) ->> 'enrollment_id')::bigint end;
begin
  if not exists (select from portal_tokens where portal_id = new.portal_id and 'progress:read' = any (scopes))
    or not exists (
      select from enrollments e
      join trade_rule_courses r on r.portal_id = e.portal_id and r.course_id = e.course_id
      where e.portal_id = new.portal_id and e.id = enrollment) then
    return null;
  end if;
  insert into rule_standing_changes as c (portal_id, enrollment_id, changed_in)
  values (new.portal_id, enrollment, pg_current_xact_id()::text::bigint)
  on conflict (portal_id, enrollment_id) do update set changed_in = excluded.changed_in
    where c.changed_in <> excluded.changed_in;
  return null;
end
$$;
create trigger note_rules_new after insert on enrollments
  for each row when (new.role = 'learner') execute function rule_standing_changed();
create trigger note_rules_changed after update on enrollments
  for each row when (new.role = 'learner' and
    (old.status, old.items_done, old.completed_at, old.ended_at, old.version)
      is distinct from (new.status, new.items_done, new.completed_at, new.ended_at, new.version))
  execute function rule_standing_changed();
create trigger note_rules_new after insert on seat_times for each row execute function rule_standing_changed();
create trigger note_rules_more after update on seat_times
  for each row when (old.milliseconds <> new.milliseconds) execute function rule_standing_changed();
-- At the end of the transaction: entries of a crew come in the order of a device, and two devices shall not wait for each other.
create constraint trigger note_rules_signed after insert on crew_entries deferrable initially deferred
  for each row when (new.kind = 'task') execute function rule_standing_changed();
create trigger note_rules_proctor after update on exam_openings for each row execute function rule_standing_changed();
create trigger note_rules_attempt after update on exam_attempts
  for each row when (old.status <> new.status or old.reset_at is distinct from new.reset_at)
  execute function rule_standing_changed();
create trigger note_rules_asked after insert on identity_questions for each row execute function rule_standing_changed();
create trigger note_rules_answered after update on identity_questions for each row execute function rule_standing_changed();
create trigger note_rules_locked after insert or update on identity_locks
  for each row execute function rule_standing_changed();

-- Answers to identity questions are those of all courses of a person.
create function rule_standings_of_person_changed() returns trigger language plpgsql as $$
declare
  portal bigint := coalesce(new.portal_id, old.portal_id);
  person bigint := coalesce(new.user_id, old.user_id);
begin
  if not exists (select from portal_tokens where portal_id = portal and 'progress:read' = any (scopes)) then
    return null;
  end if;
  insert into rule_standing_changes as c (portal_id, enrollment_id, changed_in)
  select e.portal_id, e.id, pg_current_xact_id()::text::bigint
  from enrollments e
  where e.portal_id = portal and e.user_id = person and e.role = 'learner' and exists (
    select from trade_rule_courses r where r.portal_id = e.portal_id and r.course_id = e.course_id)
  order by e.id
  on conflict (portal_id, enrollment_id) do update set changed_in = excluded.changed_in
    where c.changed_in <> excluded.changed_in;
  return null;
end
$$;
create trigger note_rules_answers after insert or delete on identity_answers
  for each row execute function rule_standings_of_person_changed();
