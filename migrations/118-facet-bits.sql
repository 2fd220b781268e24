-- Counts of facets over sets of bits: each listed course has a position in its portal, each facet a bit for every course
-- that has it, in chunks of 8,192. Meeting sets and counting them costs a small part of reading the courses themselves.
--
-- Nobody who changes a course waits for this: the bits are what they were when `fold_course_facets` last ran. What has
-- changed since is read from the courses instead, so that counts are true at every moment.
alter table course_search add column position int;
create unique index course_search_position on course_search (portal_id, position) where position is not null;
create index course_search_without_position on course_search (portal_id, course_id) where position is null;

-- The position that the next course gets. None is given twice: a deletion that is not committed yet may still hold one.
create table course_positions (
  portal_id bigint primary key references portals,
  next_position int not null
);
select enable_tenant('course_positions');
create policy owner on course_positions for all to current_user using (true) with check (true);

-- `kind` is the kind of the facet's term, `provider`, or empty for the facet that every course has.
create table course_facet_bits (
  portal_id bigint not null references portals,
  chunk int not null,
  facet bigint not null,
  kind text not null,
  bits bit(8192) not null,
  primary key (portal_id, facet, chunk)
);
create index course_facet_bits_chunk on course_facet_bits (portal_id, chunk);
select enable_tenant('course_facet_bits');
create policy owner on course_facet_bits for all to current_user using (true) with check (true);

-- Courses whose bits are no longer what the course is. Only added to by those who change courses, so that none waits.
create table course_facet_changes (
  portal_id bigint not null references portals,
  course_id bigint not null,
  position int not null
);
create index course_facet_changes_portal on course_facet_changes (portal_id);
select enable_tenant('course_facet_changes');
create policy owner on course_facet_changes for all to current_user using (true) with check (true);

create function note_facet_change() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into course_facet_changes (portal_id, course_id, position) values (old.portal_id, old.course_id, old.position);
  return null;
end
$$;
create trigger facets_changed after update of facets on course_search
  for each row when (old.position is not null and old.facets is distinct from new.facets) execute function note_facet_change();
create trigger facets_deleted after delete on course_search
  for each row when (old.position is not null) execute function note_facet_change();

create function no_bits() returns bit immutable parallel safe language sql as $$ select repeat('0', 8192)::bit(8192) $$;

-- The bits at these places of a chunk; the second argument is always 1.
do $$
begin
  execute format('create aggregate bits_at(int, int) (sfunc = set_bit, stype = bit, initcond = %L, parallel = safe)', repeat('0', 8192));
end
$$;

create view course_facets with (security_invoker) as
  select s.portal_id, s.course_id, s.position, f.facet,
    case when f.facet = 0 then '' when f.facet < 0 then 'provider' else t.kind end as kind
  from course_search s
    cross join unnest(s.facets) f (facet)
    left join terms t on t.portal_id = s.portal_id and t.id = f.facet
  where f.facet <= 0 or t.kind not in ('subtitle', 'tag');

-- Brings the bits of a portal up to what is committed. One at a time; what somebody holds at this moment is left for the
-- next run, so that this waits for nobody.
create function fold_course_facets(here bigint) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  next int;
  fresh bigint;
  stale int[];
  stale_chunk int;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('course_facets', here)) then
    return;
  end if;
  with taken as (delete from course_facet_changes c where c.portal_id = here returning c.position)
  select coalesce(array_agg(distinct position / 8192), '{}') into stale from taken;
  select coalesce((select p.next_position from course_positions p where p.portal_id = here), 0) into next;
  for fresh in
    select course_id from course_search where portal_id = here and position is null order by course_id for update skip locked
  loop
    update course_search set position = next where portal_id = here and course_id = fresh;
    if next / 8192 <> all(stale) then
      stale := stale || next / 8192;
    end if;
    next := next + 1;
  end loop;
  insert into course_positions as p (portal_id, next_position) values (here, next)
  on conflict (portal_id) do update set next_position = excluded.next_position
    where p.next_position <> excluded.next_position;
  foreach stale_chunk in array stale loop
    delete from course_facet_bits b where b.portal_id = here and b.chunk = stale_chunk;
    insert into course_facet_bits (portal_id, chunk, facet, kind, bits)
    select here, stale_chunk, f.facet, f.kind, bits_at(f.position % 8192, 1)
    from course_facets f
    where f.portal_id = here and f.position between stale_chunk * 8192 and stale_chunk * 8192 + 8191
    group by f.facet, f.kind;
  end loop;
end
$$;

-- How many courses each facet has among those that match the search, if any, and one facet of every list in `chosen`, an
-- object of lists by kind. Facets of a kind that is chosen are counted as if it were not, since they widen each other.
create or replace function course_facet_counts(words text, pattern text, chosen jsonb) returns table (facet bigint, courses bigint)
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  here bigint := portal_of_transaction();
  condition text;
begin
  if pattern is not null then
    condition := case when words <> '' and (
        select count(*) from (select from course_search s
          where s.portal_id = here and s.document @@ to_tsquery('english', words) limit 2000) many) = 2000
      then 's.document @@ to_tsquery(''english'', $2)'
      else 's.course_id in (select course_matches($2, $3))' end;
  end if;
  return query execute replace(replace($query$
    with fresh as materialized (
      -- Chunks below zero hold for this call what the bits do not say yet.
      select course_id, -1 - (row_number() over () - 1)::int / 8192 as chunk, (row_number() over () - 1)::int % 8192 as place
      from (
        select course_id from course_search where portal_id = $1 and position is null
        union
        select course_id from course_facet_changes where portal_id = $1
      ) unfolded
    ),
    outdated as materialized (
      select position / 8192 as chunk, bits_at(position % 8192, 1) as bits
      from (select distinct position from course_facet_changes where portal_id = $1) changed group by 1
    ),
    fresh_bits as materialized (
      select f.facet, f.kind, n.chunk, bits_at(n.place, 1) as bits
      from fresh n join course_facets f on f.portal_id = $1 and f.course_id = n.course_id
      group by f.facet, f.kind, n.chunk
    ),
    every_facet as not materialized (
      select facet, kind, chunk, bits from course_facet_bits where portal_id = $1
      union all select facet, kind, chunk, bits from fresh_bits
    ),
    matching as materialized (:matching),
    courses as materialized (
      select e.chunk, e.bits & ~coalesce(o.bits, $5) :narrowed as bits
      from every_facet e left join outdated o using (chunk) left join matching m using (chunk) where e.facet = 0
    ),
    lists as materialized (
      select l.kind, e.chunk, bit_or(e.bits) as bits
      from (select key as kind, jsonb_array_elements_text(value)::bigint as facet from jsonb_each($4)) l
        join every_facet e on e.facet = l.facet
      group by l.kind, e.chunk
    ),
    wanted as materialized (
      select k.kind, c.chunk, c.bits & coalesce(others.bits, ~$5) as bits
      from (select '' as kind union all select jsonb_object_keys($4)) k cross join courses c
        cross join lateral (
          select bit_and(coalesce(l.bits, $5)) as bits
          from jsonb_object_keys($4) other (kind) left join lists l on l.kind = other.kind and l.chunk = c.chunk
          where other.kind <> k.kind
        ) others
    )
    select e.facet, sum(bit_count(e.bits & w.bits))::bigint
    from every_facet e join wanted w on w.chunk = e.chunk and w.kind = case when $4 ? e.kind then e.kind else '' end
    group by e.facet having sum(bit_count(e.bits & w.bits)) > 0
  $query$, ':matching', case when condition is null then 'select 0 as chunk, $5 as bits' else $found$
      select chunk, bits_at(place, 1) as bits from (
        select coalesce(n.chunk, s.position / 8192) as chunk, coalesce(n.place, s.position % 8192) as place
        from course_search s left join fresh n using (course_id) where s.portal_id = $1 and $found$ || condition || $found$
      ) found group by chunk $found$ end),
    ':narrowed', case when condition is null then '' else '& coalesce(m.bits, $5)' end)
    using here, words, pattern, chosen, no_bits();
end
$$;

revoke all on function fold_course_facets(bigint), no_bits(), note_facet_change() from public;
grant execute on function fold_course_facets(bigint) to portico_platform;
select fold_course_facets(id) from portals;
