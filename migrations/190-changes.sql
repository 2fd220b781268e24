-- Bulk changes: one action for many people or enrollments, with what was before and after, so that it can be undone (BLK-001).
--
-- History: what changed in the settings of a portal, in what its roles may do, in its courses and pages, and in the records of
-- its people, and who changed it (HIS-001). Triggers write it in the transaction of the change, so that no code that changes
-- something can forget it (decision 065).

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

-- What changed, from what to what. A row is never changed, except that values go with personal data (HIS-006).
create table record_changes (
  id bigint generated always as identity primary key,
  portal_id bigint not null references portals,
  kind text not null check (kind in ('settings', 'person', 'roles', 'course', 'page')),
  -- The portal, the person, the course, or the page. The roles of a portal are one record, named by the portal.
  record_id bigint not null,
  fields text[] not null check (cardinality(fields) > 0),
  -- { field: [before, after] }; of roles and tags, one that was given is [null, it] and one that was taken is [it, null]. A
  -- field without values here has lost them with personal data.
  changed jsonb not null,
  user_id bigint references users,
  impersonator_id bigint references users,
  token_name text,
  -- How it came. Without a call that names who acts, it is the program.
  origin text not null check (origin in ('call', 'import', 'bulk', 'restore', 'visit', 'program')),
  -- What a restore put back: a change, or the record as of the end of a day.
  restores_id bigint,
  restores_day date,
  created_at timestamptz not null default now(),
  unique (portal_id, id),
  check ((origin = 'restore') = (num_nonnulls(restores_id, restores_day) = 1))
);
create index record_changes_of_record on record_changes (portal_id, kind, record_id, id desc);
-- Rows come in the order of their time, so the smallest kind of index finds those that are too old.
create index record_changes_created_at on record_changes using brin (created_at);
select enable_tenant('record_changes');
revoke update, delete on record_changes from portico_app;
revoke update on record_changes from portico_platform;
-- The functions below run as the owner, because nobody else may take values away.
create policy owner on record_changes to current_user using (true) with check (true);

-- Who acts in this transaction, as the program has said with its setting (src/platform/db/transactions/acting.ts).
create function acting() returns table (
  user_id bigint, impersonator_id bigint, token_name text, origin text, restores_id bigint, restores_day date,
  created_at timestamptz
) language sql stable as $$
  select (a ->> 'user_id')::bigint, (a ->> 'impersonator_id')::bigint, a ->> 'token_name', coalesce(a ->> 'origin', 'program'),
    (a ->> 'restores_id')::bigint, (a ->> 'restores_day')::date, coalesce((a ->> 'at')::timestamptz, now())
  from (select nullif(current_setting('app.actor', true), '')::jsonb) setting (a)
$$;

-- Writes one change, with the person or program that acts in this transaction.
create function add_change(portal bigint, record_kind text, record bigint, names text[], pairs jsonb) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into record_changes
    (portal_id, kind, record_id, fields, changed, user_id, impersonator_id, token_name, origin, restores_id, restores_day,
      created_at)
  select portal, record_kind, record, names, pairs, a.* from acting() a
$$;

-- Notes what an update of a row changed. Its arguments: the kind of record, what stands before the names of its fields, and
-- the columns. Of people, the field `is_member` stands for the time at which they left.
create function note_row_change() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  is_person boolean := tg_argv[0] = 'person';
  was jsonb := to_jsonb(old);
  becomes jsonb := to_jsonb(new);
  portal bigint := coalesce(becomes ->> 'portal_id', becomes ->> 'id')::bigint;
  record bigint := case when is_person then (becomes ->> 'user_id')::bigint
    when tg_argv[0] in ('course', 'page') then (becomes ->> 'id')::bigint else portal end;
  names text[];
  pairs jsonb;
  erased text[];
begin
  if is_person then
    was := was || jsonb_build_object('is_member', (was ->> 'left_at') is null);
    becomes := becomes || jsonb_build_object('is_member', (becomes ->> 'left_at') is null);
  end if;
  select array_agg(tg_argv[1] || c.name order by c.place),
    jsonb_object_agg(tg_argv[1] || c.name, jsonb_build_array(was -> c.name, becomes -> c.name))
  into names, pairs
  from unnest(tg_argv[2:]) with ordinality c (name, place)
  where (was -> c.name) is distinct from (becomes -> c.name);
  if names is null then
    return null;
  end if;
  -- What is taken from somebody who is not a member is forgotten, here as well (HIS-006).
  if is_person and (becomes ->> 'left_at') is not null then
    erased := array(select name from unnest(names) name where name not in ('is_member', 'is_blocked', 'manager_id'));
    pairs := pairs - erased;
    update record_changes set changed = changed - erased
    where portal_id = portal and kind = 'person' and record_id = record and changed ?| erased;
  end if;
  perform add_change(portal, tg_argv[0], record, names, pairs);
  return null;
end
$$;

-- Records changes of these columns of a table with one row for each person, portal, course or page.
create function keep_changes_of(target regclass, record_kind text, prefix text, columns text[]) returns void
language plpgsql as $$
begin
  execute format('create trigger note_row_change after update of %s on %s for each row execute function note_row_change(%L, %L, %s)',
    (select string_agg(quote_ident(c), ', ') from unnest(columns) c), target, record_kind, prefix,
    (select string_agg(quote_literal(case c when 'left_at' then 'is_member' else c end), ', ') from unnest(columns) c));
end
$$;

select keep_changes_of('portals', 'settings', '', array[
  'name', 'slug', 'status', 'is_paused', 'plan_short_name', 'subscribed_until', 'storage_quota', 'text_limit', 'type',
  'is_marketable', 'disable_course_questions', 'has_blog', 'has_course_catalog', 'has_badges', 'is_consent_opt_in', 'is_sales_tax_on', 'time_zone',
  'google_analytic_id', 'primary_color', 'secondary_color', 'background', 'footer_header_color', 'footer_color', 'heading_font',
  'text_font', 'site_header', 'site_footer', 'logo', 'secondary_logo', 'favicon', 'social_logo', 'default_certificate_logo', 'terms']);
select keep_changes_of('companies', 'settings', 'company_', array[
  'name', 'website', 'is_confirmed', 'support_phone', 'support_email', 'fax', 'address', 'city', 'state', 'country',
  'postal_code', 'po_inbox', 'address_link']);
-- Countries follow from the addresses (SHP-016).
select keep_changes_of('portal_users', 'person', '', array[
  'left_at', 'is_blocked', 'first_name', 'middle_name', 'last_name', 'username', 'external_id', 'avatar', 'direct_number',
  'city', 'state', 'zip_code', 'billing_address', 'billing_address_2', 'billing_city', 'billing_state', 'billing_zip_code',
  'shipping_address', 'shipping_address_2', 'shipping_city', 'shipping_state', 'shipping_zip_code', 'manager_id']);

-- A course beside its versions. That a version was published is a change of the newest one (HIS-022).
select keep_changes_of('courses', 'course', '', array[
  'title', 'slug', 'description', 'video', 'duration_minutes', 'is_sequential', 'thumbnail', 'seo_image', 'author_name',
  'author_avatar', 'partner_company_id', 'button_name', 'meta_title', 'meta_description', 'seo_keywords', 'is_certificate_required',
  'certificate_template_id', 'publication_status', 'newest_version', 'is_marketable', 'min_credit_price_cents', 'max_discount',
  'credit_price_cents', 'due_days', 'due_at', 'source_revoked_at']);

-- Which version of a page visitors read (HIS-025); what it said is kept with each save.
select keep_changes_of('pages', 'page', '', array['live_version']);

-- Notes a price by quantity that was added, changed or removed, as the quantity and the cents: `10:8900`.
create function note_price() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  was jsonb := to_jsonb(old);
  becomes jsonb := to_jsonb(new);
  place jsonb := coalesce(becomes, was);
begin
  perform add_change((place ->> 'portal_id')::bigint, 'course', (place ->> 'course_id')::bigint, array['course_pricings'],
    jsonb_build_object('course_pricings', jsonb_build_array(
      (was ->> 'from') || ':' || (was ->> 'price_cents'), (becomes ->> 'from') || ':' || (becomes ->> 'price_cents'))));
  return null;
end
$$;
create trigger note_price after insert or delete on course_pricings for each row execute function note_price();
create trigger note_changed_price after update on course_pricings
  for each row when (old."from" <> new."from" or old.price_cents <> new.price_cents) execute function note_price();

-- Somebody who joins is one change without the values of the profile: how it was then follows from now and the later changes.
create function note_joined() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform add_change(new.portal_id, 'person', new.user_id, array['is_member'], '{"is_member": [false, true]}');
  return null;
end
$$;
create trigger note_joined after insert on portal_users for each row when (new.left_at is null) execute function note_joined();

-- Notes items that a record got or lost, such as roles or terms, all of a statement at once, since thousands can be. Its
-- arguments: the kind of record and the column that names it, the field, and the column of the item.
create function note_items() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into record_changes
    (portal_id, kind, record_id, fields, changed, user_id, impersonator_id, token_name, origin, restores_id, restores_day,
      created_at)
  select i.portal_id, tg_argv[0], (to_jsonb(i) ->> tg_argv[1])::bigint, array[tg_argv[2]],
    jsonb_build_object(tg_argv[2], case tg_op
      when 'INSERT' then jsonb_build_array('null'::jsonb, to_jsonb(i) -> tg_argv[3])
      else jsonb_build_array(to_jsonb(i) -> tg_argv[3], 'null'::jsonb) end),
    a.*
  from items i cross join acting() a;
  return null;
end
$$;
create trigger note_given after insert on portal_user_roles referencing new table as items
  for each statement execute function note_items('person', 'user_id', 'roles', 'role');
create trigger note_taken after delete on portal_user_roles referencing old table as items
  for each statement execute function note_items('person', 'user_id', 'roles', 'role');
create trigger note_given after insert on user_tags referencing new table as items
  for each statement execute function note_items('person', 'user_id', 'tags', 'term_id');
create trigger note_taken after delete on user_tags referencing old table as items
  for each statement execute function note_items('person', 'user_id', 'tags', 'term_id');

create trigger note_given after insert on course_terms referencing new table as items
  for each statement execute function note_items('course', 'course_id', 'catalog_terms', 'term_id');
create trigger note_taken after delete on course_terms referencing old table as items
  for each statement execute function note_items('course', 'course_id', 'catalog_terms', 'term_id');
create trigger note_given after insert on course_instructors referencing new table as items
  for each statement execute function note_items('course', 'course_id', 'instructors', 'user_id');
create trigger note_taken after delete on course_instructors referencing old table as items
  for each statement execute function note_items('course', 'course_id', 'instructors', 'user_id');

-- Notes that a manager became an outside manager, or no longer is one.
create function note_outside() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform add_change(new.portal_id, 'person', new.user_id, array['is_outside'],
    jsonb_build_object('is_outside', jsonb_build_array(old.is_outside, new.is_outside)));
  return null;
end
$$;
create trigger note_outside after update of is_outside on portal_user_roles
  for each row when (old.is_outside is distinct from new.is_outside) execute function note_outside();

-- Notes the number of a badge that was given, exchanged or withdrawn, at the end of the transaction: a badge in place of another
-- one is one change, and none where the number stays. One call withdraws and gives with the same time (HIS-018).
create function note_badge() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  pair jsonb;
begin
  if tg_op = 'UPDATE' then
    if exists (select from badges where portal_id = new.portal_id and user_id = new.user_id and withdrawn_at is null) then
      return null;
    end if;
    pair := jsonb_build_object('badge_number', jsonb_build_array(old.number, null));
  else
    pair := jsonb_build_object('badge_number', jsonb_build_array((
      select number from badges
      where portal_id = new.portal_id and user_id = new.user_id and id < new.id and withdrawn_at = new.issued_at
      order by id desc limit 1), new.number));
    if pair -> 'badge_number' -> 0 = pair -> 'badge_number' -> 1 then
      return null;
    end if;
  end if;
  perform add_change(new.portal_id, 'person', new.user_id, array['badge_number'], pair);
  return null;
end
$$;
create constraint trigger note_given after insert on badges deferrable initially deferred
  for each row when (new.withdrawn_at is null) execute function note_badge();
create constraint trigger note_withdrawn after update of withdrawn_at on badges deferrable initially deferred
  for each row when (old.withdrawn_at is null and new.withdrawn_at is not null) execute function note_badge();

-- E-mail and block of an account are changes in each portal that the person belongs to. An account can be without an e-mail.
create function note_account_change() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.email like 'former-%@deleted.invalid' then
    update record_changes set changed = changed - 'email'
    where portal_id in (select portal_id from portal_users where user_id = new.id) and kind = 'person' and record_id = new.id
      and changed ? 'email';
    return null;
  end if;
  perform add_change(m.portal_id, 'person', new.id,
    array_remove(array[case when old.email is distinct from new.email then 'email' end,
      case when old.is_blocked <> new.is_blocked then 'is_blocked_everywhere' end], null),
    case when old.email is distinct from new.email
      then jsonb_build_object('email', jsonb_build_array(old.email, new.email)) else '{}' end
    || case when old.is_blocked <> new.is_blocked
      then jsonb_build_object('is_blocked_everywhere', jsonb_build_array(old.is_blocked, new.is_blocked)) else '{}' end)
  from portal_users m where m.user_id = new.id and m.left_at is null;
  return null;
end
$$;
create trigger note_account_change after update of email, is_blocked on users
  for each row when (old.email is distinct from new.email or old.is_blocked is distinct from new.is_blocked)
  execute function note_account_change();

-- Notes a permission that was switched for a role: `editor users.view`, or with the kind of portals behind it. Null is what holds
-- without a switch. What the platform switches for a kind of portals is a change in each of them (HIS-019).
create function note_switch() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  place jsonb := coalesce(to_jsonb(new), to_jsonb(old));
  was jsonb := to_jsonb(old) -> 'is_allowed';
  becomes jsonb := to_jsonb(new) -> 'is_allowed';
  portal bigint := (place ->> 'portal_id')::bigint;
  field text := concat_ws(' ', place ->> 'role', place ->> 'permission', place ->> 'kind');
begin
  if was is not distinct from becomes then
    return null;
  end if;
  if portal is not null then
    perform add_change(portal, 'roles', portal, array[field], jsonb_build_object(field, jsonb_build_array(was, becomes)));
    return null;
  end if;
  insert into record_changes (portal_id, kind, record_id, fields, changed, origin, created_at)
  select p.id, 'roles', p.id, array[field], jsonb_build_object(field, jsonb_build_array(was, becomes)), 'program', a.created_at
  from portals p cross join acting() a
  where place ->> 'kind' in ('general', case when p.type = 1 then 'house' else 'channel' end);
  return null;
end
$$;
create trigger note_switch after insert or update or delete on portal_permissions
  for each row execute function note_switch();
create trigger note_switch after insert or update or delete on permission_defaults
  for each row execute function note_switch();

revoke all on function add_change(bigint, text, bigint, text[], jsonb), note_row_change(), note_joined(), note_items(),
  note_outside(), note_badge(), note_account_change(), note_switch(), note_price() from public;
