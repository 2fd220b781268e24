-- Compliance: what people have to hold, and the facts that decide whether they hold it (CMP-001, CMP-003). Triggers write each
-- fact in the transaction of the change that it records, so that no code that changes something can forget it.
--
-- Recertification, at the end: what was done so that people renew in time what they have to hold (CMP-030, CMP-033).

-- The day of a portal on which a moment falls.
create function portal_day(portal bigint, at timestamptz) returns date language sql stable as
  $$ select (at at time zone time_zone)::date from portals where id = portal $$;

-- What people of the portal have to hold. What it asks of whom stands in its terms.
create table training_requirements (
  id bigint generated always as identity primary key,
  portal_id bigint not null references portals,
  kind text not null check (kind in ('course', 'certificate', 'license', 'document')),
  -- The course that is to be completed, or whose certificate is to be held.
  course_id bigint,
  created_by bigint references users,
  created_at timestamptz not null,
  unique (portal_id, id),
  check ((course_id is not null) = (kind in ('course', 'certificate'))),
  foreign key (portal_id, course_id) references courses (portal_id, id)
);
create index training_requirements_of_course on training_requirements (portal_id, course_id);
select enable_tenant('training_requirements');
revoke update, delete on training_requirements from portico_app, portico_platform;

-- What a requirement asks, and of whom, from a day on. The terms of a day are those with the latest `from_day` up to it, and of
-- several with the same day the newest. They are never changed, so that a past day keeps the terms of then.
create table training_requirement_terms (
  id bigint generated always as identity primary key,
  portal_id bigint not null,
  requirement_id bigint not null,
  from_day date not null,
  title text not null,
  -- Where it comes from, such as a statute, a standard, a letter or a contract.
  source text,
  -- True from the day on which nobody has to hold it any more.
  is_retired boolean not null default false,
  -- Whom it applies to: people who are in one of each list that is not empty; with all lists empty, everyone.
  roles text[] not null default '{}',
  team_ids bigint[] not null default '{}',
  sites text[] not null default '{}',
  jobs text[] not null default '{}',
  states text[] not null default '{}',
  -- How long it is valid once it was met; null where it does not run out, or where certificate and document say so.
  valid_months int check (valid_months between 1 and 240),
  -- Days that somebody has after it begins to apply to them, or after it ran out.
  grace_days int not null default 0 check (grace_days between 0 and 730),
  -- What a license or document has to come with, and a hint for the people who upload it.
  asks text[] not null default '{}' check (asks <@ array['issuer', 'number', 'expiry', 'file']),
  hint text,
  -- From which day a refresher course gives a new period.
  renews_from text not null default 'completion' check (renews_from in ('completion', 'last_day')),
  created_by bigint references users,
  created_at timestamptz not null,
  unique (portal_id, id),
  foreign key (portal_id, requirement_id) references training_requirements (portal_id, id)
);
create index training_requirement_terms_of_requirement on training_requirement_terms (portal_id, requirement_id, from_day, id);
select enable_tenant('training_requirement_terms');
revoke update, delete on training_requirement_terms from portico_app, portico_platform;

-- The refresher courses that terms name: completing one renews what somebody holds (CMP-040). People are enrolled in the first.
create table training_requirement_refreshers (
  portal_id bigint not null,
  terms_id bigint not null,
  course_id bigint not null,
  position int not null,
  primary key (portal_id, terms_id, course_id),
  foreign key (portal_id, terms_id) references training_requirement_terms (portal_id, id),
  foreign key (portal_id, course_id) references courses (portal_id, id)
);
create index training_requirement_refreshers_of_course on training_requirement_refreshers (portal_id, course_id);
select enable_tenant('training_requirement_refreshers');
revoke update, delete on training_requirement_refreshers from portico_app, portico_platform;

-- A license or other document from outside that a person uploaded. Facts say what became of it. Number, issuer and file are
-- personal data: they alone go when a person is forgotten, by `forget_documents`.
create table compliance_documents (
  id bigint generated always as identity primary key,
  portal_id bigint not null,
  user_id bigint not null,
  requirement_id bigint not null,
  -- The authority that issued it, such as a state, and its number there.
  issuer text,
  number text,
  -- The days that the document itself names.
  from_day date not null,
  until_day date check (until_day >= from_day),
  file_key text,
  file_name text,
  file_size int,
  mime_type text,
  sha256 text,
  submitted_by bigint references users,
  created_at timestamptz not null,
  unique (portal_id, id),
  check (num_nonnulls(file_key, file_name, file_size, mime_type, sha256) in (0, 5)),
  foreign key (portal_id, user_id) references portal_users (portal_id, user_id) on delete cascade,
  foreign key (portal_id, requirement_id) references training_requirements (portal_id, id)
);
create index compliance_documents_of_user on compliance_documents (portal_id, user_id, requirement_id, id desc);
create index compliance_documents_storage on compliance_documents (portal_id) include (file_size);
select enable_tenant('compliance_documents');
revoke update, delete on compliance_documents from portico_app, portico_platform;

-- What happened, by the day from which it counts. A fact is never changed; a later one of the kind 'corrected' takes it back.
create table compliance_facts (
  id bigint generated always as identity primary key,
  portal_id bigint not null,
  user_id bigint not null,
  kind text not null check (kind in (
    'joined', 'left', 'role_given', 'role_taken', 'team', 'site', 'job', 'state',
    'enrolled', 'unenrolled', 'completed', 'certificate_issued', 'certificate_revoked',
    'document_submitted', 'document_replaced', 'document_accepted', 'document_rejected', 'document_revoked', 'corrected')),
  -- A day of the portal, which stays when the portal chooses another time zone; of a certificate, a day in its own.
  day date not null,
  -- The last day of a certificate or document; null where it does not expire.
  until_day date,
  -- The role, the id of the team's manager, the site, the job or the state; null where somebody is in none any more.
  value text,
  course_id bigint,
  course_version int,
  enrollment_id bigint,
  certificate_id bigint,
  requirement_id bigint,
  document_id bigint,
  corrects_id bigint,
  reason text,
  recorded_by bigint references users,
  recorded_at timestamptz not null default now(),
  unique (portal_id, id),
  check ((corrects_id is not null) = (kind = 'corrected')),
  foreign key (portal_id, user_id) references portal_users (portal_id, user_id) on delete cascade,
  foreign key (portal_id, course_id) references courses (portal_id, id),
  foreign key (portal_id, enrollment_id) references enrollments (portal_id, id),
  foreign key (portal_id, certificate_id) references certificates (portal_id, id),
  foreign key (portal_id, requirement_id) references training_requirements (portal_id, id),
  foreign key (portal_id, document_id) references compliance_documents (portal_id, id),
  foreign key (portal_id, corrects_id) references compliance_facts (portal_id, id)
);
-- A fact is taken back once, whatever two people do at the same moment.
create unique index compliance_facts_corrected on compliance_facts (portal_id, corrects_id) where corrects_id is not null;
-- Where people were: what the matrix reads of everyone.
create index compliance_facts_of_people on compliance_facts (portal_id, user_id, day, id)
  include (kind, value) where enrollment_id is null and document_id is null;
create index compliance_facts_by_value on compliance_facts (portal_id, kind, value, user_id)
  where kind in ('team', 'site', 'job', 'state');
create index compliance_facts_of_enrollment on compliance_facts (portal_id, enrollment_id) where enrollment_id is not null;
create index compliance_facts_of_document on compliance_facts (portal_id, document_id) where document_id is not null;
select enable_tenant('compliance_facts');
revoke update, delete on compliance_facts from portico_app, portico_platform;

-- The facts of one enrollment or document side by side: each happens to it at most once, so that a state as of any day follows
-- from them. The matrix reads `packed`; `fold_fact` alone writes here.
create table compliance_records (
  id bigint generated always as identity primary key,
  portal_id bigint not null,
  user_id bigint not null,
  course_id bigint,
  requirement_id bigint,
  enrollment_id bigint,
  document_id bigint,
  -- Enrolled, or handed in.
  opened_day date,
  -- Unenrolled, or rejected, or replaced before a decision.
  closed_day date,
  -- The course was completed.
  completed_day date,
  -- The certificate was issued, or the document counts from here.
  held_day date,
  until_day date,
  revoked_day date,
  packed text not null generated always as (
    coalesce(course_id::text, '') || ',' || coalesce(requirement_id::text, '')
    || ',' || coalesce((opened_day - date '1970-01-01')::text, '') || ',' || coalesce((closed_day - date '1970-01-01')::text, '')
    || ',' || coalesce((completed_day - date '1970-01-01')::text, '') || ',' || coalesce((held_day - date '1970-01-01')::text, '')
    || ',' || coalesce((until_day - date '1970-01-01')::text, '') || ',' || coalesce((revoked_day - date '1970-01-01')::text, '')
  ) stored,
  unique (portal_id, id),
  unique nulls not distinct (portal_id, enrollment_id, document_id),
  check (num_nonnulls(enrollment_id, document_id) = 1),
  foreign key (portal_id, user_id) references portal_users (portal_id, user_id) on delete cascade,
  foreign key (portal_id, enrollment_id) references enrollments (portal_id, id),
  foreign key (portal_id, document_id) references compliance_documents (portal_id, id)
);
create index compliance_records_of_user on compliance_records (portal_id, user_id);
-- Documents that wait for a decision.
create index compliance_records_to_review on compliance_records (portal_id, document_id)
  where document_id is not null and held_day is null and closed_day is null and revoked_day is null;
select enable_tenant('compliance_records');
revoke update, delete on compliance_records from portico_app, portico_platform;

-- The functions below run as the owner, because nobody else may change a record.
create policy owner on compliance_facts to current_user using (true) with check (true);
create policy owner on compliance_records to current_user using (true) with check (true);
create policy owner on compliance_documents to current_user using (true) with check (true);

-- Takes number, issuer and file from documents of people whose names are forgotten (USR-011), and answers the keys of the
-- files. Days and facts stay.
create function forget_documents(ids bigint[]) returns setof text
language sql security definer set search_path = public, pg_temp as $$
  with forgotten as (
    select id, file_key from compliance_documents where id = any(ids)
  ), changed as (
    update compliance_documents d set issuer = null, number = null, file_key = null, file_name = null, file_size = null,
      mime_type = null, sha256 = null
    from forgotten f where f.id = d.id
    returning f.file_key
  )
  select file_key from changed where file_key is not null
$$;
revoke all on function forget_documents(bigint[]) from public;
grant execute on function forget_documents(bigint[]) to portico_platform;

-- Computes the record of an enrollment or document again from all its facts, so that a correction needs no rule of its own. Each
-- way to them has an index of its own; `or` between them would read all facts of the portal.
create function fold_fact() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- Of two facts at the same moment the second waits here, and then reads the first one too.
  if new.enrollment_id is not null then
    perform from compliance_records where portal_id = new.portal_id and enrollment_id = new.enrollment_id for update;
  else
    perform from compliance_records
    where portal_id = new.portal_id and enrollment_id is null and document_id = new.document_id for update;
  end if;
  with own as (
    select * from compliance_facts where portal_id = new.portal_id and enrollment_id = new.enrollment_id
    union all
    select * from compliance_facts where portal_id = new.portal_id and document_id = new.document_id
  )
  insert into compliance_records (portal_id, user_id, course_id, requirement_id, enrollment_id, document_id,
    opened_day, closed_day, completed_day, held_day, until_day, revoked_day)
  select new.portal_id, new.user_id, max(f.course_id), max(f.requirement_id), new.enrollment_id, new.document_id,
    min(f.day) filter (where f.kind in ('enrolled', 'document_submitted')),
    min(f.day) filter (where f.kind in ('unenrolled', 'document_rejected', 'document_replaced')),
    min(f.day) filter (where f.kind = 'completed'),
    min(f.day) filter (where f.kind in ('certificate_issued', 'document_accepted')),
    min(f.until_day) filter (where f.kind in ('certificate_issued', 'document_accepted')),
    min(f.day) filter (where f.kind in ('certificate_revoked', 'document_revoked'))
  from own f
  where f.kind <> 'corrected' and not exists (select from own c where c.corrects_id = f.id)
  on conflict (portal_id, enrollment_id, document_id) do update set
    opened_day = excluded.opened_day, closed_day = excluded.closed_day, completed_day = excluded.completed_day,
    held_day = excluded.held_day, until_day = excluded.until_day, revoked_day = excluded.revoked_day;
  return null;
end
$$;
create trigger fold_fact after insert on compliance_facts
  for each row when (new.enrollment_id is not null or new.document_id is not null) execute function fold_fact();

-- Takes back the newest fact of a kind of an enrollment, whose record now says otherwise.
create function take_fact_back(e enrollments, fact_kind text, at timestamptz) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into compliance_facts (portal_id, user_id, kind, day, course_id, enrollment_id, corrects_id)
  select f.portal_id, f.user_id, 'corrected', portal_day(f.portal_id, at), f.course_id, f.enrollment_id, f.id
  from compliance_facts f
  where f.portal_id = e.portal_id and f.enrollment_id = e.id and f.kind = fact_kind
    and not exists (select from compliance_facts c where c.portal_id = f.portal_id and c.corrects_id = f.id)
$$;

-- Writes the facts of a learner's enrollment: enrolled, completed, unenrolled, and for a person without a team that of the
-- manager. A time that is removed or changed takes its earlier fact back.
create function note_enrollment_facts() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into compliance_facts (portal_id, user_id, kind, day, course_id, course_version, enrollment_id)
    values (new.portal_id, new.user_id, 'enrolled', portal_day(new.portal_id, new.created_at), new.course_id, new.version, new.id);
  end if;
  if old.completed_at is distinct from new.completed_at then
    if old.completed_at is not null then
      perform take_fact_back(new, 'completed', now());
    end if;
    if new.completed_at is not null then
      insert into compliance_facts (portal_id, user_id, kind, day, course_id, course_version, enrollment_id, reason, recorded_by)
      values (new.portal_id, new.user_id, 'completed', portal_day(new.portal_id, new.completed_at), new.course_id, new.version,
        new.id, new.completion_reason, new.completed_by);
    end if;
  end if;
  if old.ended_at is distinct from new.ended_at then
    if old.ended_at is not null then
      perform take_fact_back(new, 'unenrolled', now());
    end if;
    if new.ended_at is not null then
      insert into compliance_facts (portal_id, user_id, kind, day, course_id, enrollment_id, recorded_by)
      values (new.portal_id, new.user_id, 'unenrolled', portal_day(new.portal_id, new.ended_at), new.course_id, new.id, new.ended_by);
    end if;
  end if;
  -- Somebody whose team nobody has named is in that of the manager whom their first learner enrollment is assigned to.
  if new.manager_id is not null and old.manager_id is distinct from new.manager_id and not exists (
    select from compliance_facts where portal_id = new.portal_id and user_id = new.user_id and kind = 'team'
      and enrollment_id is null and document_id is null
  ) then
    insert into compliance_facts (portal_id, user_id, kind, day, value)
    values (new.portal_id, new.user_id, 'team',
      portal_day(new.portal_id, case tg_op when 'INSERT' then new.created_at else now() end), new.manager_id::text);
  end if;
  return null;
end
$$;
create trigger note_facts_new after insert on enrollments
  for each row when (new.role = 'learner') execute function note_enrollment_facts();
create trigger note_facts_changed after update of completed_at, ended_at, manager_id on enrollments
  for each row when (new.role = 'learner' and (old.completed_at is distinct from new.completed_at
    or old.ended_at is distinct from new.ended_at or old.manager_id is distinct from new.manager_id))
  execute function note_enrollment_facts();

-- Writes that a certificate was issued or revoked.
create function note_certificate_facts() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into compliance_facts (portal_id, user_id, kind, day, until_day, course_id, course_version, enrollment_id,
      certificate_id, recorded_by)
    values (new.portal_id, new.user_id, 'certificate_issued', (new.issued_at at time zone new.time_zone)::date,
      ((new.expires_at - interval '1 millisecond') at time zone new.time_zone)::date, new.course_id, new.course_version,
      new.related_id, new.id, new.issued_by);
  end if;
  if old.revoked_at is null and new.revoked_at is not null then
    insert into compliance_facts (portal_id, user_id, kind, day, course_id, enrollment_id, certificate_id, reason, recorded_by)
    values (new.portal_id, new.user_id, 'certificate_revoked', portal_day(new.portal_id, new.revoked_at), new.course_id,
      new.related_id, new.id, new.revoke_reason, new.revoked_by);
  end if;
  return null;
end
$$;
create trigger note_facts_new after insert on certificates for each row execute function note_certificate_facts();
create trigger note_facts_revoked after update of revoked_at on certificates
  for each row when (old.revoked_at is null and new.revoked_at is not null) execute function note_certificate_facts();

-- Writes that a person joined or left, and a change of team or state.
create function note_person_facts() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  at timestamptz := case when tg_op = 'INSERT' then new.joined_at when new.updated_at <> old.updated_at then new.updated_at
    else now() end;
begin
  if new.left_at is null and (tg_op = 'INSERT' or old.left_at is not null) then
    insert into compliance_facts (portal_id, user_id, kind, day)
    values (new.portal_id, new.user_id, 'joined', portal_day(new.portal_id, new.joined_at));
  elsif new.left_at is not null and tg_op = 'UPDATE' and old.left_at is null then
    insert into compliance_facts (portal_id, user_id, kind, day)
    values (new.portal_id, new.user_id, 'left', portal_day(new.portal_id, new.left_at));
  end if;
  if old.manager_id is distinct from new.manager_id then
    insert into compliance_facts (portal_id, user_id, kind, day, value)
    values (new.portal_id, new.user_id, 'team', portal_day(new.portal_id, at), new.manager_id::text);
  end if;
  if old.state is distinct from new.state then
    insert into compliance_facts (portal_id, user_id, kind, day, value)
    values (new.portal_id, new.user_id, 'state', portal_day(new.portal_id, at), new.state);
  end if;
  return null;
end
$$;
create trigger note_facts_new after insert on portal_users for each row execute function note_person_facts();
create trigger note_facts_changed after update of left_at, manager_id, state on portal_users
  for each row when (old.left_at is distinct from new.left_at or old.manager_id is distinct from new.manager_id
    or old.state is distinct from new.state)
  execute function note_person_facts();

-- Writes that a role was given or taken.
create function note_role_facts() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into compliance_facts (portal_id, user_id, kind, day, value)
    values (new.portal_id, new.user_id, 'role_given', portal_day(new.portal_id, new.created_at), new.role);
  -- The roles of a person whose row is deleted go with it.
  elsif exists (select from portal_users where portal_id = old.portal_id and user_id = old.user_id) then
    insert into compliance_facts (portal_id, user_id, kind, day, value)
    values (old.portal_id, old.user_id, 'role_taken', portal_day(old.portal_id, now()), old.role);
  end if;
  return null;
end
$$;
create trigger note_facts_given after insert on portal_user_roles for each row execute function note_role_facts();
create trigger note_facts_taken after delete on portal_user_roles for each row execute function note_role_facts();

revoke all on function fold_fact(), take_fact_back(enrollments, text, timestamptz), note_enrollment_facts(),
  note_certificate_facts(), note_person_facts(), note_role_facts() from public;

-- The steps of a chain: one chain for each person and requirement, each step once for each end. The key decides between two
-- workers; a step is written in the transaction of what it stands for, so that a killed worker leaves both or neither.
create table recertification_steps (
  id bigint generated always as identity primary key,
  portal_id bigint not null,
  requirement_id bigint not null,
  user_id bigint not null,
  -- The last day of what is to be renewed.
  until_day date not null,
  step text not null check (step in (
    'days_90', 'days_60', 'days_30', 'days_7', 'ended', 'seat_1', 'seat_2', 'seat_3', 'no_credits', 'blocked', 'out_of_tries'
  )),
  created_at timestamptz not null,
  unique (portal_id, id),
  unique (portal_id, user_id, requirement_id, until_day, step),
  foreign key (portal_id, user_id) references portal_users (portal_id, user_id) on delete cascade,
  foreign key (portal_id, requirement_id) references training_requirements (portal_id, id)
);
select enable_tenant('recertification_steps');
revoke update, delete on recertification_steps from portico_app, portico_platform;

-- Whether the next enrollments of a requirement are made on their own, and how many days before the end (CMP-035).
create table recertification_settings (
  id bigint generated always as identity primary key,
  portal_id bigint not null,
  requirement_id bigint not null,
  is_automatic boolean not null,
  days_before int not null check (days_before between 0 and 180),
  updated_by bigint references users,
  updated_at timestamptz not null,
  unique (portal_id, id),
  unique (portal_id, requirement_id),
  foreign key (portal_id, requirement_id) references training_requirements (portal_id, id)
);
select enable_tenant('recertification_settings');

-- The last day of a portal for which everything was done. A run that was killed leaves the day before, and is made again.
create table recertification_runs (
  portal_id bigint primary key references portals,
  done_day date not null,
  done_at timestamptz not null
);
select enable_tenant('recertification_runs');
