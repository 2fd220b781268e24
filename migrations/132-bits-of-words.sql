-- Bits for words that many courses hold, beside those of facets and made with them: a search for a word of nearly all
-- courses then looks only into the few of which the bits do not tell that they hold it.
create table course_word_bits (
  portal_id bigint not null references portals,
  chunk int not null,
  word text collate "C" not null,
  bits bit(8192) not null,
  primary key (portal_id, word, chunk)
);
create index course_word_bits_chunk on course_word_bits (portal_id, chunk);
select enable_tenant('course_word_bits');
create policy owner on course_word_bits for all to current_user using (true) with check (true);

-- A course whose words change is looked into until its bits are made anew, as one whose facets change.
drop trigger facets_changed on course_search;
create trigger facets_changed after update of facets, document on course_search
  for each row when (old.position is not null and (old.facets, old.document) is distinct from (new.facets, new.document))
  execute function note_facet_change();

-- As before, with the bits of words.
create or replace function fold_course_facets(here bigint) returns void
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
    delete from course_word_bits b where b.portal_id = here and b.chunk = stale_chunk;
    -- Collected by 64, since each step of an aggregate of 8,192 would copy them all.
    with held as materialized (
      select w.word, s.position >> 6 & 127 as part, bit_or(1::bigint << 63 - (s.position & 63)) as bits
      from course_search s cross join unnest(tsvector_to_array(s.document)) w (word)
      where s.portal_id = here and s.position between stale_chunk * 8192 and stale_chunk * 8192 + 8191
      group by w.word, part
    ),
    -- There are never many words that one course of sixteen holds.
    frequent as (select word from held group by word having sum(bit_count(bits::bit(64))) >= 512)
    insert into course_word_bits (portal_id, chunk, word, bits)
    select here, stale_chunk, word, bit_or(bits::bit(64)::bit(8192) >> 64 * part)
    from held join frequent using (word) group by word;
  end loop;
end
$$;

-- The words with bits of which a course must only hold all to be found by this search; null where none have bits or some
-- of the search have not.
create function certain_words(words text) returns text[]
language sql stable security definer set search_path = public, pg_temp as $$
  select kept from (
    select array(
      select distinct b.word from course_word_bits b
      where b.portal_id = portal_of_transaction() and b.word = any(tsvector_to_array(to_tsvector('english', words)))
    ) as kept
  ) k
  -- A search denies nothing, so what is found by these words alone is found with any others beside them.
  where kept <> '{}' and array_to_tsvector(kept) @@ to_tsquery('english', words)
$$;

-- The courses that are what their bits say, in two sets: those whose bits tell that they hold all these words, and the
-- others.
create function courses_by_words(held text[]) returns table (chunk int, certain bit, unsure bit)
language sql stable security definer set search_path = public, pg_temp as $$
  select e.chunk, c.bits & coalesce(w.bits, no_bits()), c.bits & ~coalesce(w.bits, no_bits())
  from course_facet_bits e
    left join (
      select b.chunk, bit_and(b.bits) as bits from course_word_bits b
      where b.portal_id = portal_of_transaction() and b.word = any(held)
      group by b.chunk having count(*) = cardinality(held)
    ) w using (chunk)
    left join (
      select position / 8192 as chunk, bits_at(position % 8192, 1) as bits
      from (select distinct position from course_facet_changes where portal_id = portal_of_transaction()) changed group by 1
    ) o using (chunk)
    cross join lateral (select e.bits & ~coalesce(o.bits, no_bits()) as bits) c
  where e.portal_id = portal_of_transaction() and e.facet = 0
$$;

-- As before, by the bits of words where most courses hold them.
create or replace function course_facet_counts(words text, pattern text, chosen jsonb) returns table (facet bigint, courses bigint)
language plpgsql stable security definer
  -- Where nearly every course matches, going by the index of words still costs half of reading every document.
  set search_path = public, pg_temp set jit = off set enable_seqscan = off as $$
declare
  condition record := search_conditions();
  certain text[] := case when pattern is not null and words <> '' then certain_words(words) end;
  -- The positions of those that must be looked into.
  unsure int[];
  -- The bits of the courses that meet a condition: collected by 64, since each step of an aggregate of 8,192 would copy
  -- them all. What the bits of the courses do not say yet is looked up one by one; where it stood is left out below.
  found constant text := $found$
    select word >> 7 as chunk, bit_or(bits::bit(64)::bit(8192) >> 64 * (word & 127)) as bits from (
      select s.position >> 6 as word, bit_or(1::bigint << 63 - (s.position & 63)) as bits
      from course_search s where s.portal_id = $1 and s.position is not null :among and :condition group by 1
    ) words group by 1
    union all
    select n.chunk, bits_at(n.place, 1) from fresh n cross join lateral (
      select from course_search s where s.portal_id = $1 and s.course_id = n.course_id and (:condition) is true offset 0
    ) found group by 1 $found$;
begin
  -- To look into more of them would cost what the index of words does.
  if certain is not null and not (
      select coalesce(sum(bit_count(c.unsure)) * 5 > sum(bit_count(c.certain)), true) from courses_by_words(certain) c) then
    unsure := array(
      select c.chunk * 8192 + place from courses_by_words(certain) c cross join generate_series(0, 8191) place
      where bit_count(c.unsure) > 0 and get_bit(c.unsure, place) = 1);
  end if;
  return query execute replace(replace(replace($query$
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
    by_words as materialized (:by_words),
    found_by_words as materialized (
      select coalesce(sum(bit_count(w.bits & ~coalesce(o.bits, $5))), 0) as count from by_words w left join outdated o using (chunk)
    ),
    -- So many matches are enough without those that only hold a part of a word in their title.
    by_title as materialized (:by_title),
    matching as materialized (
      select chunk, bit_or(bits) as bits from (select * from by_words union all select * from by_title) found group by chunk
    ),
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
  $query$,
    ':by_words', case when pattern is null or words = '' then 'select 0 as chunk, $5 as bits'
      when unsure is null then replace(replace(found, ':among', ''), ':condition', condition.by_words)
      else 'select chunk, certain as bits from courses_by_words($6) union all '
        || replace(replace(found, ':among', 'and s.position = any($7)'), ':condition', '(' || condition.by_words || ') is true') end),
    ':by_title', case when pattern is null then 'select 0 as chunk, $5 as bits'
      else replace(replace(found, ':among', ''), ':condition', condition.by_title || ' and (select count from found_by_words) < 2000') end),
    ':narrowed', case when pattern is null then '' else '& coalesce(m.bits, $5)' end)
    using portal_of_transaction(), words, pattern, chosen, no_bits(), certain, unsure;
end
$$;

-- As before; where so many courses hold the words, those that hold a part of a word in their title are left out, as in counts.
create or replace function courses_with(words text, pattern text, chosen jsonb, most int) returns setof bigint
language plpgsql stable security definer set search_path = public, pg_temp set jit = off as $$
declare
  certain text[] := case when pattern is not null and words <> '' then certain_words(words) end;
  condition text := '';
  list jsonb;
begin
  if certain is not null and (select sum(bit_count(c.certain)) >= 2000 from courses_by_words(certain) c) then
    condition := ' and s.document @@ to_tsquery(''english'', $2)';
  elsif pattern is not null then
    condition := ' and ('
      || case when words = '' then '' else 's.document @@ to_tsquery(''english'', $2) or ' end || 's.title ilike $3)';
  end if;
  for list in select value from jsonb_each(chosen) loop
    condition := condition || format(' and s.facets && %L::bigint[]',
      array(select jsonb_array_elements_text(list)::bigint));
  end loop;
  return query execute 'select s.course_id from course_search s where s.portal_id = $1' || condition || ' limit $4'
    using portal_of_transaction(), words, pattern, most;
end
$$;

revoke all on function certain_words(text), courses_by_words(text[]) from public;
-- The next fold makes all chunks anew, now with their words.
insert into course_facet_changes (portal_id, course_id, position)
select distinct on (portal_id, position / 8192) portal_id, course_id, position
from course_search where position is not null
order by portal_id, position / 8192, position;
