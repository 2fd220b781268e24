-- Counts of facets for words that very many courses hold.
-- How many courses each facet has among those that match the search, if any, and one facet of every list in `chosen`, an
-- object of lists by kind. Facets of a kind that is chosen are counted as if it were not, since they widen each other.
create or replace function course_facet_counts(words text, pattern text, chosen jsonb) returns table (facet bigint, courses bigint)
language plpgsql stable security definer
  -- Where nearly every course matches, going by the index of words still costs half of reading every document.
  set search_path = public, pg_temp set jit = off set enable_seqscan = off as $$
declare
  condition record := search_conditions();
  -- The bits of the courses that meet a condition: collected by 64, since each step of an aggregate of 8,192 would copy
  -- them all. What the bits of the courses do not say yet is looked up one by one; where it stood is left out below.
  found constant text := $found$
    select word >> 7 as chunk, bit_or(bits::bit(64)::bit(8192) >> 64 * (word & 127)) as bits from (
      select s.position >> 6 as word, bit_or(1::bigint << 63 - (s.position & 63)) as bits
      from course_search s where s.portal_id = $1 and s.position is not null and :condition group by 1
    ) words group by 1
    union all
    select n.chunk, bits_at(n.place, 1) from fresh n cross join lateral (
      select from course_search s where s.portal_id = $1 and s.course_id = n.course_id and (:condition) is true offset 0
    ) found group by 1 $found$;
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
