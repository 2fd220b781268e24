-- What connects a portal to other systems:
--
-- - The keys of outside services.
-- - Callbacks, which send what happens in a portal to the customer's own systems (INT-017). Triggers write each fact into the
--   outbox in the transaction of the change, so that no code that changes something can forget it, and a killed process loses
--   nothing.
-- - What those systems have to read again (INT-037).

-- The keys of one portal for one outside service (INT-006). `secrets` is sealed with a key from the configuration;
-- `settings` has what may be shown, including the last characters of each secret.
create table integrations (
  portal_id bigint not null references portals,
  service text not null check (service in ('cloud_scorm', 'easyship', 'twilio')),
  settings jsonb not null default '{}',
  secrets bytea not null,
  updated_at timestamptz not null default now(),
  updated_by bigint references users,
  primary key (portal_id, service)
);
select enable_tenant('integrations');

-- An address of the customer that is called, and what it is called about. One process at a time works on a callback (`lease`):
-- it sends what waits in the order of the facts.
create table callbacks (
  id bigint generated always as identity primary key,
  portal_id bigint not null references portals,
  name text not null,
  url text not null,
  events text[] not null,
  -- If false, facts of a course are sent only for the courses in callback_courses.
  is_for_all_courses boolean not null default true,
  is_active boolean not null default true,
  -- The form of what is sent, as of the day the callback was made.
  api_version text not null,
  -- Encrypted with the key of the configuration. The former one signs as well until its time is over.
  secret bytea not null,
  former_secret bytea,
  former_secret_until timestamptz,
  -- Failed attempts since the last answer that was good, and since when.
  failures int not null default 0,
  failing_since timestamptz,
  -- When admins were notified of the failures.
  told_at timestamptz,
  succeeded_at timestamptz,
  -- Nothing is sent before: the pause between tries of an address that does not answer.
  next_attempt_at timestamptz not null default 'epoch',
  lease uuid,
  lease_until timestamptz,
  -- Certificates that expired up to here have been announced.
  certificates_until timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The row stays for a while, so that a fact that is being written at this moment does not lose its callback.
  deleted_at timestamptz,
  unique (portal_id, id),
  check ((former_secret is null) = (former_secret_until is null)),
  check (deleted_at is null or not is_active)
);
create index callbacks_active on callbacks (portal_id) where is_active;
create index callbacks_deleted on callbacks (deleted_at) where deleted_at is not null;
select enable_tenant('callbacks');

-- The courses of callbacks that are not for all courses (BLD-036).
create table callback_courses (
  portal_id bigint not null,
  callback_id bigint not null,
  course_id bigint not null,
  primary key (portal_id, callback_id, course_id),
  foreign key (portal_id, callback_id) references callbacks (portal_id, id) on delete cascade,
  foreign key (portal_id, course_id) references courses (portal_id, id) on delete cascade
);
create index callback_courses_of_course on callback_courses (portal_id, course_id);
select enable_tenant('callback_courses');

-- What happened, with the whole record as it was then. There is no row if no callback wants it.
create table callback_events (
  id uuid primary key default uuidv7(),
  portal_id bigint not null,
  type text not null,
  -- The record that the fact is about, such as `enrollment:12`.
  subject text not null,
  course_id bigint,
  data jsonb not null,
  occurred_at timestamptz not null default now(),
  unique (portal_id, id)
);
create index callback_events_subject on callback_events (portal_id, subject, id desc);
create index callback_events_occurred_at on callback_events (occurred_at);
select enable_tenant('callback_events');

-- How many facts of a record a callback has been given: the receiver sees a gap in the numbers.
create table callback_subjects (
  portal_id bigint not null,
  callback_id bigint not null,
  subject text not null,
  last_number bigint not null,
  primary key (portal_id, callback_id, subject),
  foreign key (portal_id, callback_id) references callbacks (portal_id, id) on delete cascade
);
select enable_tenant('callback_subjects');

-- A fact on its way to one callback. NOT_STARTED, PENDING (it is being sent) and TEMPORARY_FAILURE wait for an attempt (INT-004).
create table callback_deliveries (
  id bigint generated always as identity primary key,
  portal_id bigint not null,
  callback_id bigint not null,
  event_id uuid not null,
  subject text not null,
  number bigint not null,
  status text not null default 'NOT_STARTED'
    check (status in ('FAILED', 'PENDING', 'SUCCESS', 'TEMPORARY_FAILURE', 'NOT_STARTED')),
  -- Attempts since it was written or last sent again.
  attempts int not null default 0,
  -- When the first of them began.
  tried_at timestamptz,
  next_attempt_at timestamptz not null default 'epoch',
  finished_at timestamptz,
  created_at timestamptz not null default now(),
  unique (portal_id, id),
  foreign key (portal_id, callback_id) references callbacks (portal_id, id) on delete cascade,
  foreign key (portal_id, event_id) references callback_events (portal_id, id) on delete cascade
);
create index callback_deliveries_waiting on callback_deliveries (callback_id, next_attempt_at, id)
  where status in ('NOT_STARTED', 'PENDING', 'TEMPORARY_FAILURE');
create index callback_deliveries_log on callback_deliveries (portal_id, callback_id, id desc);
create index callback_deliveries_by_status on callback_deliveries (portal_id, callback_id, status, id desc);
create index callback_deliveries_event on callback_deliveries (portal_id, event_id);
select enable_tenant('callback_deliveries');

-- One call of the address with its answer; the body of the call follows from the delivery.
create table callback_attempts (
  id bigint generated always as identity primary key,
  portal_id bigint not null,
  delivery_id bigint not null,
  status text not null check (status in ('FAILED', 'SUCCESS', 'TEMPORARY_FAILURE')),
  url text not null,
  request_headers jsonb not null,
  -- Null where there was no answer; `problem` then says why.
  response_status int,
  response_headers jsonb,
  -- The beginning of the answer.
  response_body text,
  problem text,
  milliseconds int not null,
  started_at timestamptz not null,
  unique (portal_id, id),
  foreign key (portal_id, delivery_id) references callback_deliveries (portal_id, id) on delete cascade
);
create index callback_attempts_of on callback_attempts (portal_id, delivery_id, id);
select enable_tenant('callback_attempts');

-- Functions below run as the owner, for whom these policies open the rows: a change of an account's e-mail is a fact in each
-- portal of the person.
create policy owner on callbacks to current_user using (true) with check (true);
create policy owner on callback_courses to current_user using (true) with check (true);
create policy owner on callback_events to current_user using (true) with check (true);
create policy owner on callback_subjects to current_user using (true) with check (true);
create policy owner on callback_deliveries to current_user using (true) with check (true);
-- What is announced at the end of a transaction is read then, whichever portal it names by that time.
create policy owner on portal_user_roles for select to current_user using (true);
create policy owner on orders for select to current_user using (true);
create policy owner on order_items for select to current_user using (true);

-- Writes a fact for every callback of the portal that wants it, or for `only` one of them. The same state of a record, announced
-- twice in one transaction, is written once.
create function announce(portal bigint, fact text, about text, course bigint, snapshot jsonb, only_callback bigint default null)
returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if fact like '%.updated' and exists (
    select from callback_events e where e.portal_id = portal and e.subject = about and e.data = snapshot
      and e.xmin = pg_current_xact_id()::xid
  ) then
    return;
  end if;
  with wanted as (
    select c.id from callbacks c
    where c.portal_id = portal and c.is_active and (c.id = only_callback or only_callback is null and fact = any (c.events)
      and (c.is_for_all_courses or course is null or exists (
        select from callback_courses k where k.portal_id = portal and k.callback_id = c.id and k.course_id = course)))
  ), event as (
    insert into callback_events (portal_id, type, subject, course_id, data)
    select portal, fact, about, course, snapshot where exists (select from wanted) returning id
  ), numbered as (
    insert into callback_subjects as s (portal_id, callback_id, subject, last_number)
    select portal, id, about, 1 from wanted order by id
    on conflict (portal_id, callback_id, subject) do update set last_number = s.last_number + 1
    returning callback_id, last_number
  )
  insert into callback_deliveries (portal_id, callback_id, event_id, subject, number)
  select portal, n.callback_id, e.id, about, n.last_number from numbered n, event e order by n.callback_id;
end
$$;
revoke all on function announce(bigint, text, text, bigint, jsonb, bigint) from public;
grant execute on function announce(bigint, text, text, bigint, jsonb, bigint) to portico_app, portico_platform;

-- A moment as the API writes it.
create function api_time(at timestamptz) returns text language sql immutable parallel safe as $$
  select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

-- An amount as the API writes it.
create function api_money(cents bigint) returns numeric language sql immutable parallel safe as $$
  select round(cents / 100.0, 2)
$$;

-- An enrollment as callbacks send it.
create function enrollment_snapshot(e enrollments) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'id', e.id, 'user_id', e.user_id, 'course_id', e.course_id, 'course_slug', c.slug, 'course_title', c.title,
    'status', e.status, 'access', e.access, 'items_done', e.items_done,
    'items_total', case coalesce(e.version, c.newest_version) when 0 then (
      select count(*) from outline_items o
      left join module_items i on o.itemable_type = 'Module' and i.portal_id = o.portal_id and i.module_id = o.itemable_id
        and i.deleted_at is null
      where o.portal_id = c.portal_id and o.course_id = c.id and o.deleted_at is null
        and (o.itemable_type <> 'Module' or i.id is not null)
    ) else (
      select v.items_total from course_versions v
      where v.portal_id = c.portal_id and v.course_id = c.id and v.number = coalesce(e.version, c.newest_version)
    ) end,
    'manager_id', e.manager_id, 'curator_id', e.curator_id, 'starts_at', api_time(e.starts_at),
    'expires_at', api_time(e.expires_at), 'due_at', api_time(e.due_at), 'created_at', api_time(e.created_at),
    'started_at', api_time(e.started_at), 'completed_at', api_time(e.completed_at), 'ended_at', api_time(e.ended_at)
  ) from courses c where c.portal_id = e.portal_id and c.id = e.course_id
$$;

-- Announces an enrollment of a learner: created, started, completed, failed, ended or expired; any other change is progress or an
-- update.
create function announce_enrollment() returns trigger language plpgsql as $$
declare
  facts text[] := '{}';
  fact text;
  snapshot jsonb;
begin
  if not exists (select from callbacks where portal_id = new.portal_id and is_active) then
    return null;
  end if;
  if tg_op = 'INSERT' then
    facts := array['enrollment.created'];
  else
    if old.started_at is null and new.started_at is not null then facts := facts || 'enrollment.started'::text; end if;
    if old.completed_at is null and new.completed_at is not null then facts := facts || 'enrollment.completed'::text; end if;
    if old.status <> 3 and new.status = 3 then facts := facts || 'enrollment.failed'::text; end if;
    if old.ended_at is null and new.ended_at is not null then
      facts := facts || 'enrollment.ended'::text;
    elsif old.access <> 'expired' and new.access = 'expired' and new.completed_at is null then
      facts := facts || 'enrollment.expired'::text;
    end if;
    if facts = '{}' then
      facts := array[case when old.status <> new.status or old.items_done <> new.items_done
        then 'enrollment.progressed' else 'enrollment.updated' end];
    end if;
  end if;
  snapshot := enrollment_snapshot(new);
  foreach fact in array facts loop
    perform announce(new.portal_id, fact, 'enrollment:' || new.id, new.course_id, snapshot);
  end loop;
  return null;
end
$$;
create trigger announce_new after insert on enrollments
  for each row when (new.role = 'learner') execute function announce_enrollment();
create trigger announce_changed after update on enrollments
  for each row when (new.role = 'learner' and (
    (old.status, old.items_done, old.access) is distinct from (new.status, new.items_done, new.access)
    or (old.started_at, old.completed_at, old.ended_at, old.starts_at, old.expires_at, old.due_at, old.manager_id, old.curator_id)
      is distinct from
      (new.started_at, new.completed_at, new.ended_at, new.starts_at, new.expires_at, new.due_at, new.manager_id, new.curator_id)))
  execute function announce_enrollment();

-- Announces an item that the learner did not pass: an exam, a package or an assignment.
create function announce_failed_item() returns trigger language plpgsql as $$
declare
  enrollment enrollments;
begin
  if not exists (select from callbacks where portal_id = new.portal_id and is_active) then
    return null;
  end if;
  select * into enrollment from enrollments where portal_id = new.portal_id and id = new.enrollment_id and role = 'learner';
  if found then
    perform announce(new.portal_id, 'enrollment.failed', 'enrollment:' || enrollment.id, enrollment.course_id,
      enrollment_snapshot(enrollment)
        || jsonb_build_object('failed_item', jsonb_build_object('type', new.item_type, 'id', new.item_id)));
  end if;
  return null;
end
$$;
create trigger announce_failed_new after insert on course_user_progress
  for each row when (new.status = 3) execute function announce_failed_item();
create trigger announce_failed after update on course_user_progress
  for each row when (new.status = 3 and old.status <> 3) execute function announce_failed_item();

-- A certificate as callbacks send it.
create function certificate_snapshot(c certificates) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'id', c.id, 'number', c.number, 'user_id', c.user_id, 'course_id', c.course_id, 'related_id', c.related_id,
    'holder_name', c.holder_name, 'course_title', c.course_title, 'provider', c.provider,
    'issued_at', api_time(c.issued_at), 'expires_at', api_time(c.expires_at),
    'revoked_at', api_time(c.revoked_at), 'revoke_reason', c.revoke_reason)
$$;

-- Announces that a certificate was issued or revoked.
create function announce_certificate() returns trigger language plpgsql as $$
begin
  if exists (select from callbacks where portal_id = new.portal_id and is_active) then
    perform announce(new.portal_id, case tg_op when 'INSERT' then 'certificate.issued' else 'certificate.revoked' end,
      'certificate:' || new.id, new.course_id, certificate_snapshot(new));
  end if;
  return null;
end
$$;
create trigger announce_new after insert on certificates for each row execute function announce_certificate();
create trigger announce_revoked after update on certificates
  for each row when (old.revoked_at is null and new.revoked_at is not null) execute function announce_certificate();

-- Announces the credits of a holder: the portal, a manager or a partner company. What enrollments hold and use shows in
-- `distributed` and `used`.
create function announce_credits() returns trigger language plpgsql as $$
begin
  if exists (select from callbacks where portal_id = new.portal_id and is_active) then
    perform announce(new.portal_id, 'credits.changed', 'credits:' || new.id, new.course_id, jsonb_build_object(
      'id', new.id, 'holder', new.kind, 'user_id', new.user_id, 'company_id', new.company_id, 'course_id', new.course_id,
      'total', new.balance + new.distributed, 'remaining', new.balance, 'distributed', new.distributed, 'used', new.used));
  end if;
  return null;
end
$$;
create trigger announce_new after insert on credit_accounts
  for each row when (new.kind in ('portal', 'manager', 'partner') and (new.balance, new.distributed, new.used) <> (0, 0, 0))
  execute function announce_credits();
create trigger announce_changed after update on credit_accounts
  for each row when (new.kind in ('portal', 'manager', 'partner')
    and (old.balance, old.distributed, old.used) is distinct from (new.balance, new.distributed, new.used))
  execute function announce_credits();

-- An order with its lines, as callbacks send it.
create function order_snapshot(o orders) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'id', o.id, 'number', o.number, 'user_id', o.user_id, 'type', o.type, 'status', o.status, 'currency', o.currency,
    'subtotal', api_money(o.subtotal_cents), 'tax', api_money(o.tax_cents), 'total', api_money(o.total_cents),
    'refunded_total', api_money(o.refunded_cents), 'invoice_number', o.invoice_number, 'reason', o.reason,
    'items', coalesce((
      select jsonb_agg(jsonb_build_object('kind', i.kind, 'id', i.item_id, 'title', i.title, 'slug', i.slug,
        'quantity', i.quantity, 'unit_price', api_money(i.unit_price_cents), 'total', api_money(i.total_cents)) order by i.position)
      from order_items i where i.portal_id = o.portal_id and i.order_id = o.id), '[]'),
    'created_at', api_time(o.created_at), 'paid_at', api_time(o.paid_at), 'completed_at', api_time(o.completed_at),
    'cancelled_at', api_time(o.cancelled_at))
$$;

-- Announces an order: created, completed, refunded or updated.
create function announce_order() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from callbacks where portal_id = new.portal_id and is_active) then
    perform announce(new.portal_id, case
        when tg_op = 'INSERT' then 'order.created'
        when old.status <> 3 and new.status = 3 and new.refunded_cents = old.refunded_cents then 'order.completed'
        when old.refunded_cents <> new.refunded_cents then 'order.refunded'
        else 'order.updated' end,
      'order:' || new.id, null, order_snapshot(new));
  end if;
  return null;
end
$$;
-- At the end of the transaction, when the order has its lines.
create constraint trigger announce_new after insert on orders deferrable initially deferred
  for each row execute function announce_order();
create trigger announce_changed after update on orders
  for each row when ((old.status, old.total_cents, old.refunded_cents, old.invoice_number, old.reason, old.paid_at)
    is distinct from (new.status, new.total_cents, new.refunded_cents, new.invoice_number, new.reason, new.paid_at))
  execute function announce_order();

-- Announces a chargeback as a record of its own: an order may have several, and the bank decides each.
create function announce_chargeback() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from callbacks where portal_id = new.portal_id and is_active) then
    perform announce(new.portal_id, 'chargeback.' || case new.status when 'open' then 'opened' else new.status end,
      'chargeback:' || new.id, null, (
        select jsonb_build_object('id', new.id, 'order_id', o.id, 'order_number', o.number, 'user_id', o.user_id,
          'status', new.status, 'currency', o.currency, 'amount', api_money(new.amount_cents), 'fee', api_money(new.fee_cents),
          'created_at', api_time(new.created_at))
        from orders o where o.portal_id = new.portal_id and o.id = new.order_id));
  end if;
  return null;
end
$$;
create trigger announce_new after insert on disputes for each row execute function announce_chargeback();
create trigger announce_changed after update on disputes
  for each row when (old.status <> new.status) execute function announce_chargeback();

-- A person of a portal as callbacks send them; null where the portal does not know them.
create function person_snapshot(portal bigint, person bigint) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'id', m.user_id, 'email', coalesce(m.former_email, u.email), 'username', m.username, 'external_id', m.external_id, 'first_name', m.first_name,
    'middle_name', m.middle_name, 'last_name', m.last_name, 'direct_number', m.direct_number, 'city', m.city,
    'state', m.state, 'country', m.country, 'zip_code', m.zip_code,
    'roles', coalesce((select jsonb_agg(r.role order by r.role) from portal_user_roles r
      where r.portal_id = portal and r.user_id = person), '[]'),
    'is_blocked', m.is_blocked, 'joined_at', api_time(m.joined_at), 'left_at', api_time(m.left_at))
  from portal_users m left join users u on u.id = m.user_id where m.portal_id = portal and m.user_id = person
$$;

-- Announces a fact about a person, if the portal has an active callback.
create function announce_person(portal bigint, person bigint, fact text) returns void language plpgsql as $$
declare
  snapshot jsonb;
begin
  if exists (select from callbacks where portal_id = portal and is_active) then
    snapshot := person_snapshot(portal, person);
    if snapshot is not null then perform announce(portal, fact, 'user:' || person, null, snapshot); end if;
  end if;
end
$$;

-- Announces that a person joined, left or changed: the profile, a role, or the e-mail of the account in each of their portals.
create function announce_user() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  portal bigint;
begin
  if tg_table_name = 'users' then
    for portal in select m.portal_id from portal_users m where m.user_id = new.id and m.former_email is null order by 1 loop
      perform announce_person(portal, new.id, 'user.updated');
    end loop;
  elsif tg_table_name = 'portal_users' then
    perform announce_person(new.portal_id, new.user_id, case
      when tg_op = 'INSERT' then 'user.created'
      when old.left_at is null and new.left_at is not null then 'user.removed'
      when old.left_at is not null and new.left_at is null then 'user.created'
      else 'user.updated' end);
  elsif tg_op = 'DELETE' then
    perform announce_person(old.portal_id, old.user_id, 'user.updated');
  else
    perform announce_person(new.portal_id, new.user_id, 'user.updated');
  end if;
  return null;
end
$$;
-- At the end of the transaction, when the person has their roles and the account its e-mail. Platform staff leave a name where
-- they sign in; they are not people of the portal.
create constraint trigger announce_new after insert on portal_users deferrable initially deferred
  for each row when (new.left_at is null) execute function announce_user();
create constraint trigger announce_changed after update on portal_users deferrable initially deferred
  for each row when (
    (old.username, old.external_id, old.first_name, old.middle_name, old.last_name, old.direct_number, old.former_email)
      is distinct from
      (new.username, new.external_id, new.first_name, new.middle_name, new.last_name, new.direct_number, new.former_email)
    or (old.city, old.state, old.country, old.zip_code, old.is_blocked, old.left_at)
      is distinct from (new.city, new.state, new.country, new.zip_code, new.is_blocked, new.left_at))
  execute function announce_user();
create constraint trigger announce_roles after insert or delete on portal_user_roles deferrable initially deferred
  for each row execute function announce_user();
create constraint trigger announce_email after update on users deferrable initially deferred
  for each row when (old.email is distinct from new.email) execute function announce_user();

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

-- Notes that this transaction changed an enrollment, if a token of the portal reads progress.
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

-- Notes a change of an enrollment, or of a certificate that came of it.
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
