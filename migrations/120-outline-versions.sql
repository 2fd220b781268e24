-- A stamp of each course's outline, so that a process which knows the outline needs only ask whether it still stands. Every
-- change of what stands in a course, or of its order, moves the stamp in the same transaction, whoever makes the change.
alter table courses add column outline_version bigint not null default 1;

-- Authors hold the lock of the course, so that stamps follow each other as the changes do.
create function outline_moves() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'outline_items' and tg_op = 'UPDATE' then
    update courses c set outline_version = outline_version + 1
    where (c.portal_id, c.id) in (
      select unnest(array[o.portal_id, n.portal_id]), unnest(array[o.course_id, n.course_id])
      from former o join changed n using (id)
      where (o.portal_id, o.course_id, o.itemable_type, o.itemable_id, o.sort_number, o.deleted_at)
        is distinct from (n.portal_id, n.course_id, n.itemable_type, n.itemable_id, n.sort_number, n.deleted_at));
  elsif tg_table_name = 'outline_items' then
    update courses c set outline_version = outline_version + 1
    where (c.portal_id, c.id) in (select portal_id, course_id from changed);
  elsif tg_op = 'UPDATE' then
    update courses c set outline_version = outline_version + 1
    where (c.portal_id, c.id) in (
      select p.portal_id, p.course_id
      from former o join changed n using (id)
      join outline_items p on p.portal_id = n.portal_id and p.itemable_type = 'Module'
        and p.itemable_id in (o.module_id, n.module_id)
      where (o.module_id, o.itemable_type, o.sort_number, o.deleted_at)
        is distinct from (n.module_id, n.itemable_type, n.sort_number, n.deleted_at));
  else
    update courses c set outline_version = outline_version + 1
    where (c.portal_id, c.id) in (
      select p.portal_id, p.course_id
      from changed n
      join outline_items p on p.portal_id = n.portal_id and p.itemable_type = 'Module' and p.itemable_id = n.module_id);
  end if;
  return null;
end
$$;

do $$
declare
  part text;
begin
  foreach part in array array['outline_items', 'module_items'] loop
    execute format('create trigger outline_gains after insert on %I referencing new table as changed
      for each statement execute function outline_moves()', part);
    execute format('create trigger outline_loses after delete on %I referencing old table as changed
      for each statement execute function outline_moves()', part);
    execute format('create trigger outline_changes after update on %I referencing old table as former new table as changed
      for each statement execute function outline_moves()', part);
  end loop;
end
$$;

-- Every step of a learner updates these rows: with room in their pages the new version stays there, and no index is written.
alter table enrollments set (fillfactor = 80);
alter table course_user_progress set (fillfactor = 85);
alter table scorm_attempts set (fillfactor = 80);
alter table scorm_sco_states set (fillfactor = 80);
