-- The index of words holds those of all portals. One with few courses is quicker through its own than through everybody's
-- matches of a frequent word; what is wrapped in `is true` is not looked up in the index of words.
create function search_conditions(out by_words text, out by_title text)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  by_words := 's.document @@ to_tsquery(''english'', $2)';
  by_title := 's.title ilike $3';
  if coalesce((select next_position from course_positions where portal_id = portal_of_transaction()), 0) < 20000 then
    by_words := '(' || by_words || ') is true';
    by_title := '(' || by_title || ') is true';
  end if;
end
$$;

create or replace function course_matches(words text, pattern text) returns setof bigint
language plpgsql stable security definer set search_path = public, pg_temp set jit = off as $$
declare
  here bigint := portal_of_transaction();
  condition record := search_conditions();
  found_by_words bigint := 0;
begin
  if words <> '' then
    return query execute 'select course_id from course_search s where s.portal_id = $1 and ' || condition.by_words
      using here, words;
    get diagnostics found_by_words = row_count;
  end if;
  if found_by_words < 2000 then
    return query execute 'select course_id from course_search s where s.portal_id = $1 and ' || condition.by_title
        || case when words = '' then '' else ' and not s.document @@ to_tsquery(''english'', $2)' end
      using here, words, pattern;
  end if;
end
$$;

-- At most so many of the courses that match the search, if any, and have one facet of every list in `chosen`.
create function courses_with(words text, pattern text, chosen jsonb, most int) returns setof bigint
language plpgsql stable security definer set search_path = public, pg_temp set jit = off as $$
declare
  condition text := '';
  list jsonb;
begin
  if pattern is not null then
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

-- As before, with the words looked up once.
create or replace function course_facet_counts(words text, pattern text, chosen jsonb) returns table (facet bigint, courses bigint)
language plpgsql stable security definer set search_path = public, pg_temp set jit = off as $$
declare
  condition record := search_conditions();
  -- The bits of the courses that meet a condition.
  found constant text := $found$
    select chunk, bits_at(place, 1) as bits from (
      select coalesce(n.chunk, s.position / 8192) as chunk, coalesce(n.place, s.position % 8192) as place
      from course_search s left join fresh n using (course_id) where s.portal_id = $1 and :condition
    ) found group by chunk $found$;
begin
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
      else replace(found, ':condition', condition.by_words) end),
    ':by_title', case when pattern is null then 'select 0 as chunk, $5 as bits'
      else replace(found, ':condition', condition.by_title || ' and (select coalesce(sum(bit_count(bits)), 0) from by_words) < 2000') end),
    ':narrowed', case when pattern is null then '' else '& coalesce(m.bits, $5)' end)
    using portal_of_transaction(), words, pattern, chosen, no_bits();
end
$$;

revoke all on function search_conditions(), courses_with(text, text, jsonb, int) from public;
grant execute on function courses_with(text, text, jsonb, int) to portico_app, portico_platform;
