-- The places of those searches for words that any listed course of this portal answers, or whose pattern a title holds: what
-- a search that finds nothing is asked for less by. Words of many courses are known by their bits; all others go by the
-- index of words, which a plan made for many rows would pass by for the first row that fits.
create function searches_found(queries text[], pattern text) returns setof int
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
      return next place;
      continue;
    end if;
    if has_few then
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
    end if;
  end loop;
end
$$;
revoke all on function searches_found(text[], text) from public;
grant execute on function searches_found(text[], text) to portico_app, portico_platform;
