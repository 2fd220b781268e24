-- What systems of the customer have to read again (INT-037).

-- The transaction that changed the enrollment of a learner last. There is a row for what has changed since the portal's first
-- token that reads progress; readers go by the number, so that none misses a transaction that ends after a later one.
create table enrollment_changes (
  portal_id bigint not null,
  enrollment_id bigint not null,
  changed_in bigint not null,
  primary key (portal_id, enrollment_id),
  foreign key (portal_id, enrollment_id) references enrollments (portal_id, id)
) with (fillfactor = 70);
create index enrollment_changes_list on enrollment_changes (portal_id, changed_in, enrollment_id);
select enable_tenant('enrollment_changes');

create function note_enrollment_change(portal bigint, enrollment bigint) returns void language plpgsql as $$
begin
  if not exists (select from portal_tokens where portal_id = portal and 'progress:read' = any (scopes)) then
    return;
  end if;
  insert into enrollment_changes as c (portal_id, enrollment_id, changed_in)
  values (portal, enrollment, pg_current_xact_id()::text::bigint)
  on conflict (portal_id, enrollment_id) do update set changed_in = excluded.changed_in
    where c.changed_in <> excluded.changed_in;
end
$$;

create function enrollment_changed() returns trigger language plpgsql as $$
begin
  perform note_enrollment_change(new.portal_id, case tg_table_name
    when 'certificates' then (to_jsonb(new) ->> 'related_id')::bigint else new.id end);
  return null;
end
$$;
create trigger note_new after insert on enrollments
  for each row when (new.role = 'learner') execute function enrollment_changed();
create trigger note_changed after update on enrollments
  for each row when (new.role = 'learner' and (
    (old.status, old.items_done, old.access) is distinct from (new.status, new.items_done, new.access)
    or (old.started_at, old.completed_at, old.ended_at, old.starts_at, old.expires_at, old.due_at)
      is distinct from
      (new.started_at, new.completed_at, new.ended_at, new.starts_at, new.expires_at, new.due_at)))
  execute function enrollment_changed();
create trigger note_new after insert on certificates for each row execute function enrollment_changed();
create trigger note_revoked after update on certificates
  for each row when (old.revoked_at is distinct from new.revoked_at) execute function enrollment_changed();
