-- The course search: how courses are found and counted. It has one narrow row for each listed course, kept by the database
-- itself, so that no code that changes a course, its terms or their names can forget it. Features read it through the
-- functions below, which look into nothing but the portal of the transaction: under row-level security no index of texts can
-- be used, so they run as the owner of the tables, for whom the policies called `search` and `owner` open the rows.

create policy search on courses for select to current_user using (true);
create policy search on terms for select to current_user using (true);
create policy search on course_terms for select to current_user using (true);
create policy search on partner_companies for select to current_user using (true);

-- What a listed course is found by.
create table course_search (
  portal_id bigint not null,
  course_id bigint not null,
  title text not null,
  document tsvector not null,
  -- 0 for the course itself, the ids of its terms, and the id of its provider as a negative number.
  facets bigint[] not null,
  -- The bit of the course in the sets below; null until the next fold.
  position int,
  primary key (portal_id, course_id),
  foreign key (portal_id, course_id) references courses (portal_id, id) on delete cascade
);
create index course_search_document on course_search using gin (document);
create index course_search_title on course_search using gin (title gin_trgm_ops);
create index course_search_facets on course_search using gin (facets);
create unique index course_search_position on course_search (portal_id, position) where position is not null;
create index course_search_without_position on course_search (portal_id, course_id) where position is null;
select enable_tenant('course_search');
create policy owner on course_search for all to current_user using (true) with check (true);

-- The words that listed courses have ever been found by, to which a mistyped word is corrected.
create table search_words (
  portal_id bigint not null references portals,
  word text collate "C" not null,
  primary key (portal_id, word)
);
create index search_words_trgm on search_words using gin (word gin_trgm_ops);
select enable_tenant('search_words');
create policy owner on search_words for all to current_user using (true) with check (true);

-- Rewrites the rows of these courses, and deletes those that are no longer listed.
create function refresh_course_search(courses_of bigint, changed bigint[]) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from course_search s where s.portal_id = courses_of and s.course_id = any(changed) and not exists (
    select from courses c where c.portal_id = s.portal_id and c.id = s.course_id
      and c.publication_status in (2, 3) and c.is_marketable);
  with texts as (
    select c.id, c.title, c.meta_description, c.seo_keywords, c.author_name, p.name as provider, t.titles,
      array[0::bigint] || coalesce(t.ids, '{}') || case when p.id is null then '{}' else array[-p.id] end as facets
    from courses c
    left join partner_companies p on p.portal_id = c.portal_id and p.id = c.partner_company_id
    left join lateral (
      select string_agg(t.title, ' ') as titles, array_agg(t.id order by t.id) as ids
      from course_terms ct join terms t on t.portal_id = ct.portal_id and t.id = ct.term_id
      where ct.portal_id = c.portal_id and ct.course_id = c.id
    ) t on true
    where c.portal_id = courses_of and c.id = any(changed) and c.publication_status in (2, 3) and c.is_marketable
  )
  insert into course_search (portal_id, course_id, title, document, facets)
  select courses_of, id, title,
    setweight(to_tsvector('english', title), 'A')
      || setweight(to_tsvector('english', coalesce(meta_description, '') || ' ' || coalesce(seo_keywords, '')), 'B')
      || setweight(to_tsvector('english', concat_ws(' ', titles, provider, author_name)), 'C'),
    facets
  from texts
  on conflict (portal_id, course_id)
    do update set title = excluded.title, document = excluded.document, facets = excluded.facets;
  -- In order, so that two transactions with the same words wait for each other only once.
  insert into search_words (portal_id, word)
  select distinct courses_of, lower(word[1]) as word
  from course_search s
    join courses c on c.portal_id = s.portal_id and c.id = s.course_id,
    regexp_matches(concat_ws(' ', c.title, c.seo_keywords, c.author_name), '[[:alpha:]]{4,40}', 'g') word
  where s.portal_id = courses_of and s.course_id = any(changed)
  order by word
  on conflict do nothing;
end
$$;

create function course_search_follows() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  affected record;
begin
  if tg_table_name = 'courses' and tg_level = 'ROW' then
    perform refresh_course_search(new.portal_id, array[new.id]);
  elsif tg_table_name = 'courses' then
    for affected in select portal_id, array_agg(id) as ids from changed group by portal_id loop
      perform refresh_course_search(affected.portal_id, affected.ids);
    end loop;
  elsif tg_table_name = 'course_terms' then
    for affected in select portal_id, array_agg(distinct course_id) as ids from changed group by portal_id loop
      perform refresh_course_search(affected.portal_id, affected.ids);
    end loop;
  elsif tg_table_name = 'terms' then
    perform refresh_course_search(new.portal_id, array(
      select course_id from course_terms where portal_id = new.portal_id and term_id = new.id));
  else
    perform refresh_course_search(new.portal_id, array(
      select id from courses where portal_id = new.portal_id and partner_company_id = new.id));
  end if;
  return null;
end
$$;
create trigger search_new_courses after insert on courses referencing new table as changed
  for each statement execute function course_search_follows();
create trigger search_changed_course
  after update of title, meta_description, seo_keywords, author_name, publication_status, is_marketable, partner_company_id on courses
  for each row when ((old.title, old.meta_description, old.seo_keywords, old.author_name, old.publication_status, old.is_marketable, old.partner_company_id)
    is distinct from (new.title, new.meta_description, new.seo_keywords, new.author_name, new.publication_status, new.is_marketable, new.partner_company_id))
  execute function course_search_follows();
create trigger search_given_terms after insert on course_terms referencing new table as changed
  for each statement execute function course_search_follows();
create trigger search_taken_terms after delete on course_terms referencing old table as changed
  for each statement execute function course_search_follows();
create trigger search_renamed_term after update of title on terms
  for each row when (old.title is distinct from new.title) execute function course_search_follows();
create trigger search_renamed_company after update of name on partner_companies
  for each row when (old.name is distinct from new.name) execute function course_search_follows();

-- Counts of facets use sets of bits: each listed course has a position in its portal, and each facet has a bit for every
-- course that has it, in chunks of 8,192. Combining sets and counting them costs a small part of reading the courses.
--
-- Nobody who changes a course waits for this: the bits are as of the last run of `fold_course_facets`. What has changed since
-- is read from the courses instead, so that counts are right at every moment.

-- The position that the next course gets. None is given twice: a deletion that is not committed yet may still hold one.
create table course_positions (
  portal_id bigint primary key references portals,
  next_position int not null
);
select enable_tenant('course_positions');
create policy owner on course_positions for all to current_user using (true) with check (true);

-- The courses of a facet as bits. `kind` is the kind of the facet's term, `provider`, or empty for the facet that every
-- course has.
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

-- The courses of a word that many courses hold, as bits, made together with those of facets: a search for a word of
-- nearly all courses then looks only into the few courses whose bits do not say so.
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

-- Courses whose bits are out of date. Code that changes courses only adds rows, so that nobody waits.
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
create trigger facets_changed after update of facets, document on course_search
  for each row when (old.position is not null and (old.facets, old.document) is distinct from (new.facets, new.document))
  execute function note_facet_change();
create trigger facets_deleted after delete on course_search
  for each row when (old.position is not null) execute function note_facet_change();

create function no_bits() returns bit immutable parallel safe language sql as $$ select repeat('0', 8192)::bit(8192) $$;

-- The bits at these places of a chunk; the second argument is always 1.
do $$
begin
  execute format('create aggregate bits_at(int, int) (sfunc = set_bit, stype = bit, initcond = %L, parallel = safe)', repeat('0', 8192));
end
$$;

-- The facets of each listed course, one row for each.
create view course_facets with (security_invoker) as
  select s.portal_id, s.course_id, s.position, f.facet,
    case when f.facet = 0 then '' when f.facet < 0 then 'provider' else t.kind end as kind
  from course_search s
    cross join unnest(s.facets) f (facet)
    left join terms t on t.portal_id = s.portal_id and t.id = f.facet
  where f.facet <= 0 or t.kind not in ('subtitle', 'tag');

-- Brings the bits of a portal up to date with what is committed. One run at a time; what somebody holds at this moment is left
-- for the next run, so that this waits for nobody.
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
grant execute on function fold_course_facets(bigint) to portico_platform;

-- The words with bits of which a course needs to hold all to be found by this search; null if none have bits or some of the
-- search do not.
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

-- The courses that are what their bits say, in two sets: those whose bits say that they hold all these words, and the others.
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

-- How a search is asked. The index of words covers all portals: a portal with few courses is quicker through its own courses
-- than through everybody's matches of a frequent word, and what is wrapped in `is true` is not looked up in the index.
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

-- The courses whose words match; if they are few also those whose title holds the pattern, if there is one.
create function course_matches(words text, pattern text) returns setof bigint
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

-- At most this many of the courses that match the search, if any, and have one facet of every list in `chosen`. If so many
-- courses hold the words, those that hold a part of a word in their title are left out, as in counts.
create function courses_with(words text, pattern text, chosen jsonb, most int) returns setof bigint
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

-- The places of those searches that any listed course of this portal answers by its words or by the pattern in its title, up
-- to `most` of them: what a search that finds nothing is asked for less by.
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

-- Every typed word that begins no word of the portal's courses, with the words that look most like it, or with null.
create function similar_words(typed text[]) returns table (typed_word text, other text)
language sql stable security definer
set search_path = public, pg_temp set pg_trgm.similarity_threshold = 0.22 as $$
  select given.word, near.word
  from unnest(typed) given (word)
    left join lateral (
      select s.word from search_words s
      where s.portal_id = portal_of_transaction() and s.word % given.word
      order by similarity(s.word, given.word) desc, s.word limit 12
    ) near on true
  where not exists (
    select from search_words s where s.portal_id = portal_of_transaction()
      and s.word ^@ given.word)
$$;

-- All these words as a query.
create function all_of(words text[]) returns tsquery language sql immutable parallel safe as $$
  select string_agg('''' || replace(replace(word, '\', '\\'), '''', '''''') || '''', ' & ')::tsquery from unnest(words) word
$$;

-- The former places of courses that are no longer what their bits say.
create function outdated_bits() returns table (chunk int, bits bit)
language sql stable security definer set search_path = public, pg_temp as $$
  select position / 8192, bits_at(position % 8192, 1)
  from (select distinct position from course_facet_changes where portal_id = portal_of_transaction()) changed group by 1
$$;

-- The courses that a search finds, as bits: by words, and if those are few also by title. The courses of `fresh`, which the
-- bits do not have yet, are in chunks below zero, in their order; their former places are not left out.
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

-- How many courses each facet has among those that match the search, if any, and one facet of every list in `chosen`, an object
-- of lists by kind. Facets of a chosen kind are counted as if it were not chosen, since they widen each other.
create function course_facet_counts(words text, pattern text, chosen jsonb) returns table (facet bigint, courses bigint)
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

revoke all on function refresh_course_search(bigint, bigint[]), course_matches(text, text),
  course_facet_counts(text, text, jsonb), similar_words(text[]), fold_course_facets(bigint), no_bits(), note_facet_change(),
  search_conditions(), courses_with(text, text, jsonb, int), certain_words(text), courses_by_words(text[]),
  searches_found(text[], text, int), all_of(text[]), outdated_bits(), courses_found(text, text, bigint[]) from public;
grant execute on function course_matches(text, text), course_facet_counts(text, text, jsonb), similar_words(text[]),
  courses_with(text, text, jsonb, int), searches_found(text[], text, int) to portico_app, portico_platform;
