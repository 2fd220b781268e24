-- A search for words without a pattern asks no title. Where many courses hold the words, the index is asked only for those
-- that are found without holding them.

-- As before, telling as well which way is taken.
drop function search_conditions();
create function search_conditions(out by_words text, out by_title text, out is_by_index boolean)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  by_words := 's.document @@ to_tsquery(''english'', $2)';
  by_title := 's.title ilike $3';
  is_by_index := coalesce((select next_position from course_positions where portal_id = portal_of_transaction()), 0) >= 20000;
  if not is_by_index then
    by_words := '(' || by_words || ') is true';
    by_title := '(' || by_title || ') is true';
  end if;
end
$$;

-- The courses whose words match; where they are few also those whose title holds the pattern, if there is one.
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
  if pattern is not null and found_by_words < 2000 then
    return query execute 'select course_id from course_search s where s.portal_id = $1 and ' || condition.by_title
        || case when words = '' then '' else ' and not s.document @@ to_tsquery(''english'', $2)' end
      using here, words, pattern;
  end if;
end
$$;

-- At most so many of the courses that match the search, if any, and have one facet of every list in `chosen`. Where so many
-- courses hold the words, those that hold a part of a word in their title are left out, as in counts.
create or replace function courses_with(words text, pattern text, chosen jsonb, most int) returns setof bigint
language plpgsql stable security definer set search_path = public, pg_temp set jit = off as $$
declare
  certain text[] := case when words <> '' then certain_words(words) end;
  conditions text[] := '{}';
  condition text;
  list jsonb;
begin
  if words <> '' then
    conditions := array['s.document @@ to_tsquery(''english'', $2)'];
  end if;
  if pattern is not null and (certain is null or (
      select sum(bit_count(c.certain)) < 2000 from courses_by_words(certain) c) is not false) then
    conditions := conditions || 's.title ilike $3'::text;
  end if;
  condition := coalesce(' and (' || nullif(array_to_string(conditions, ' or '), '') || ')', '');
  for list in select value from jsonb_each(chosen) loop
    condition := condition || format(' and s.facets && %L::bigint[]',
      array(select jsonb_array_elements_text(list)::bigint));
  end loop;
  return query execute 'select s.course_id from course_search s where s.portal_id = $1' || condition || ' limit $4'
    using portal_of_transaction(), words, pattern, most;
end
$$;

-- As before, no further than to so many that are answered.
drop function searches_found(text[], text);
create function searches_found(queries text[], pattern text, most int) returns setof int
language plpgsql stable security definer
  set search_path = public, pg_temp set jit = off set enable_seqscan = off set enable_indexscan = off as $$
declare
  here bigint := portal_of_transaction();
  has_few boolean := coalesce((select next_position from course_positions where portal_id = here), 0) < 2000;
  certain text[];
  found_one boolean;
begin
  for place in 1 .. cardinality(queries) loop
    certain := certain_words(queries[place]);
    if certain is not null and exists (select from courses_by_words(certain) c where bit_count(c.certain) > 0) then
      found_one := true;
    elsif has_few then
      found_one := exists (select from course_search s
        where s.portal_id = here and (s.document @@ to_tsquery('english', queries[place])) is true);
    else
      found_one := exists (select from course_search s
        where s.portal_id = here and s.document @@ to_tsquery('english', queries[place]));
    end if;
    if not found_one and pattern is not null then
      found_one := exists (select from course_search s where s.portal_id = here and s.title ilike pattern);
    end if;
    if found_one then
      return next place;
      most := most - 1;
      exit when most = 0;
    end if;
  end loop;
end
$$;
revoke all on function searches_found(text[], text, int) from public;
grant execute on function searches_found(text[], text, int) to portico_app, portico_platform;

-- All these words as a query.
create function all_of(words text[]) returns tsquery language sql immutable parallel safe as $$
  select string_agg('''' || replace(replace(word, '\', '\\'), '''', '''''') || '''', ' & ')::tsquery from unnest(words) word
$$;

-- Where the courses stood that are no longer what their bits say.
create function outdated_bits() returns table (chunk int, bits bit)
language sql stable security definer set search_path = public, pg_temp as $$
  select position / 8192, bits_at(position % 8192, 1)
  from (select distinct position from course_facet_changes where portal_id = portal_of_transaction()) changed group by 1
$$;

-- The courses that a search finds, as bits: by words, and where those are few also by title. The courses of `fresh`, which
-- the bits do not tell of yet, stand in chunks below zero, in their order; where they stood before is not left out.
create function courses_found(words text, pattern text, fresh bigint[]) returns table (chunk int, bits bit)
language plpgsql stable security definer
  -- Where nearly every course matches, going by the index of words still costs half of reading every document.
  set search_path = public, pg_temp set jit = off set enable_seqscan = off as $$
declare
  here bigint := portal_of_transaction();
  condition record := search_conditions();
  certain text[] := case when words <> '' then certain_words(words) end;
  -- How many courses are certain to be found, how many others there are, and how many stand in chunks without those bits.
  held bigint;
  others bigint;
  untold bigint;
  -- The positions of those that must be looked into.
  unsure int[];
  -- The bits of the courses that meet a condition: collected by 64, since each step of an aggregate of 8,192 would copy
  -- them all.
  at_their_place constant text := $found$
    select word >> 7 as chunk, bit_or(bits::bit(64)::bit(8192) >> 64 * (word & 127)) as bits from (
      select s.position >> 6 as word, bit_or(1::bigint << 63 - (s.position & 63)) as bits
      from course_search s where s.portal_id = $1 and s.position is not null and :condition group by 1
    ) words group by 1 $found$;
  one_by_one constant text := $found$
    union all
    select (-1 - (n.place - 1) / 8192)::int, bits_at(((n.place - 1) % 8192)::int, 1)
    from unnest($4) with ordinality n (course_id, place) cross join lateral (
      select from course_search s where s.portal_id = $1 and s.course_id = n.course_id and (:condition) is true offset 0
    ) found group by 1 $found$;
  by_words text;
  chunks int[] := '{}';
  sets varbit[] := '{}';
  found_by_words bigint := 0;
begin
  if certain is not null then
    select sum(bit_count(c.certain)), sum(bit_count(c.unsure)),
      coalesce(sum(bit_count(c.unsure)) filter (where bit_count(c.certain) = 0), 0)
    into held, others, untold from courses_by_words(certain) c;
  end if;
  -- To look into more of them would cost what the index of words does. That is quick where it has no course to show: it is
  -- asked for those that are found without holding these words.
  if others * 5 <= held or condition.is_by_index and untold * 5 <= held then
    unsure := array(
      select c.chunk * 8192 + place from courses_by_words(certain) c cross join generate_series(0, 8191) place
      where (others * 5 <= held or bit_count(c.certain) = 0) and bit_count(c.unsure) > 0 and get_bit(c.unsure, place) = 1);
    by_words := 'select chunk, certain as bits from courses_by_words($5) union all '
      || replace(at_their_place, ':condition', 's.position = any($6) and (' || condition.by_words || ') is true');
    if others * 5 > held then
      by_words := by_words || ' union all ' || replace(at_their_place, ':condition',
        's.document @@ (to_tsquery(''english'', $2) && !! all_of($5))');
    end if;
  else
    by_words := replace(at_their_place, ':condition', condition.by_words);
  end if;
  if words <> '' then
    execute 'select coalesce(array_agg(chunk), ''{}''), coalesce(array_agg(bits), ''{}'') from (
        select chunk, bit_or(bits) as bits from (' || by_words || replace(one_by_one, ':condition', condition.by_words)
        || ') found group by chunk) found'
      into chunks, sets using here, words, pattern, fresh, certain, unsure;
    select coalesce(sum(bit_count(w.bits & ~coalesce(o.bits, no_bits()))), 0) into found_by_words
    from unnest(chunks, sets) w (chunk, bits) left join outdated_bits() o using (chunk);
  end if;
  return query select w.chunk, w.bits::bit(8192) from unnest(chunks, sets) w (chunk, bits);
  -- So many matches are enough without those that only hold a part of a word in their title.
  if pattern is not null and found_by_words < 2000 then
    return query execute replace(at_their_place || one_by_one, ':condition', condition.by_title)
      using here, words, pattern, fresh;
  end if;
end
$$;

-- As before; where the search finds nothing, nothing is counted.
create or replace function course_facet_counts(words text, pattern text, chosen jsonb) returns table (facet bigint, courses bigint)
language plpgsql stable security definer
  set search_path = public, pg_temp set jit = off set enable_seqscan = off set enable_sort = off as $$
declare
  here bigint := portal_of_transaction();
  is_search boolean := words <> '' or pattern is not null;
  -- The courses that the bits do not tell of yet; chunks below zero hold them for this call.
  fresh bigint[] := array(
    select course_id from course_search where portal_id = here and position is null
    union
    select course_id from course_facet_changes where portal_id = here);
  chunks int[];
  sets varbit[];
begin
  if is_search then
    select array_agg(m.chunk), array_agg(m.bits) into chunks, sets from courses_found(words, pattern, fresh) m;
    if chunks is null then
      return;
    end if;
  end if;
  return query execute replace(replace($query$
    with fresh_bits as materialized (
      select f.facet, f.kind, n.chunk, bits_at(n.place, 1) as bits
      from (
        select course_id, (-1 - (place - 1) / 8192)::int as chunk, ((place - 1) % 8192)::int as place
        from unnest($5) with ordinality n (course_id, place)
      ) n join course_facets f on f.portal_id = $1 and f.course_id = n.course_id
      group by f.facet, f.kind, n.chunk
    ),
    every_facet as not materialized (
      select facet, kind, chunk, bits from course_facet_bits where portal_id = $1
      union all select facet, kind, chunk, bits from fresh_bits
    ),
    courses as materialized (
      select e.chunk, e.bits & ~coalesce(o.bits, $4) :narrowed as bits
      from every_facet e left join outdated_bits() o using (chunk) :matching where e.facet = 0
    ),
    lists as materialized (
      select l.kind, e.chunk, bit_or(e.bits) as bits
      from (select key as kind, jsonb_array_elements_text(value)::bigint as facet from jsonb_each($3)) l
        join every_facet e on e.facet = l.facet
      group by l.kind, e.chunk
    ),
    wanted as materialized (
      select k.kind, c.chunk, c.bits & coalesce(others.bits, ~$4) as bits
      from (select '' as kind union all select jsonb_object_keys($3)) k cross join courses c
        cross join lateral (
          select bit_and(coalesce(l.bits, $4)) as bits
          from jsonb_object_keys($3) other (kind) left join lists l on l.kind = other.kind and l.chunk = c.chunk
          where other.kind <> k.kind
        ) others
    )
    select e.facet, sum(bit_count(e.bits & w.bits))::bigint
    from every_facet e join wanted w on w.chunk = e.chunk and w.kind = case when $3 ? e.kind then e.kind else '' end
    group by e.facet having sum(bit_count(e.bits & w.bits)) > 0
  $query$,
    ':matching', case when is_search then
      'join (select chunk, bit_or(bits) as bits from unnest($6, $7) m (chunk, bits) group by chunk) m using (chunk)' else '' end),
    ':narrowed', case when is_search then '& m.bits' else '' end)
    using here, is_search, chosen, no_bits(), fresh, chunks, sets;
end
$$;

revoke all on function search_conditions(), all_of(text[]), outdated_bits(), courses_found(text, text, bigint[]) from public;
