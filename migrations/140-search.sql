-- The course search: what it reads, how that is kept, and the functions that find and count courses. Row-level security lets
-- no index of texts be used (a comparison might tell what it sees before the portal was checked), so these functions run as
-- the owner of the tables, for whom the policies `search` and `owner` open the rows, and look into the portal of the
-- transaction alone. `src/features/catalog/server/search/` describes the path of a search.

create policy search on courses for select to current_user using (true);
create policy search on terms for select to current_user using (true);
create policy search on course_terms for select to current_user using (true);
create policy search on partner_companies for select to current_user using (true);

-- One narrow row for each listed course, kept by triggers, so that no way of changing a course or its terms can forget it.
create table course_search (
  portal_id bigint not null,
  course_id bigint not null,
  title text not null,
  -- The words of a course, and as lexemes that nobody can type its portal ('#p7') and its facets ('#12').
  document tsvector not null,
  -- The terms by which the list can be filtered, and the provider as a negative number.
  facets bigint[] not null,
  primary key (portal_id, course_id),
  foreign key (portal_id, course_id) references courses (portal_id, id) on delete cascade
);
create index course_search_document on course_search using gin (document) with (fastupdate = off);
create index course_search_title on course_search using gin (title gin_trgm_ops) with (fastupdate = off);
select enable_tenant('course_search');
create policy owner on course_search for all to current_user using (true) with check (true);

-- The words that listed courses have ever been found by. A mistyped word is corrected to one of them.
create table search_words (
  portal_id bigint not null references portals,
  word text collate "C" not null,
  primary key (portal_id, word)
);
create index search_words_trgm on search_words using gin (word gin_trgm_ops);
select enable_tenant('search_words');
create policy owner on search_words for all to current_user using (true) with check (true);

-- The words of a text, as a title spells them and with its apostrophes as spaces: "d'urgence" is found by "urgence" as well.
create function words_of(given text) returns tsvector immutable parallel safe language sql as $$
  select to_tsvector('english', fold_text(given)) || case when given ~ '[''’]'
    then to_tsvector('english', fold_text(translate(given, '''’', '  '))) else '' end
$$;

-- Writes the rows of these courses of a portal again, deletes those of courses that are no longer listed, and adds new words to
-- `search_words`.
create function refresh_course_search(courses_of bigint, changed bigint[]) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from course_search s where s.portal_id = courses_of and s.course_id = any(changed) and not exists (
    select from courses c where c.portal_id = s.portal_id and c.id = s.course_id
      and c.publication_status in (2, 3) and c.is_marketable);
  insert into course_search (portal_id, course_id, title, document, facets)
  select courses_of, c.id, c.folded_title,
    words_of(concat_ws(' ', c.title, c.meta_description, c.seo_keywords, t.titles, p.name, c.author_name))
      || array_to_tsvector('{}'::text[] || ('#p' || courses_of) || array(select '#' || f from unnest(f.facets) f)),
    f.facets
  from courses c
  left join partner_companies p on p.portal_id = c.portal_id and p.id = c.partner_company_id
  cross join lateral (
    select string_agg(t.title, ' ') as titles,
      coalesce(array_agg(t.id order by t.id) filter (where t.kind not in ('subtitle', 'tag')), '{}') as ids
    from course_terms ct join terms t on t.portal_id = ct.portal_id and t.id = ct.term_id
    where ct.portal_id = c.portal_id and ct.course_id = c.id
  ) t
  cross join lateral (select t.ids || case when p.id is null then '{}' else array[-p.id] end as facets) f
  where c.portal_id = courses_of and c.id = any(changed) and c.publication_status in (2, 3) and c.is_marketable
  on conflict (portal_id, course_id)
    do update set title = excluded.title, document = excluded.document, facets = excluded.facets;
  -- In order, so that two transactions with the same words wait for each other only once.
  insert into search_words (portal_id, word)
  select distinct courses_of, word[1] as word
  from courses c, regexp_matches(fold_text(concat_ws(' ', c.title, c.seo_keywords, c.author_name)), '[[:alpha:]]{4,40}', 'g') word
  where c.portal_id = courses_of and c.id = any(changed) and c.publication_status in (2, 3) and c.is_marketable
  order by word
  on conflict do nothing;
end
$$;

-- Refreshes the rows of the courses that changed rows belong to; the first argument of a trigger says how to find them.
create function course_search_follows() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  affected record;
begin
  if tg_argv[0] = 'term' then
    perform refresh_course_search(new.portal_id, array(
      select course_id from course_terms where portal_id = new.portal_id and term_id = new.id));
  elsif tg_argv[0] = 'company' then
    perform refresh_course_search(new.portal_id, array(
      select id from courses where portal_id = new.portal_id and partner_company_id = new.id));
  elsif tg_argv[0] = 'course' then
    perform refresh_course_search(new.portal_id, array[new.id]);
  elsif tg_argv[0] = 'courses' then
    for affected in select portal_id, array_agg(id) as ids from changed group by portal_id loop
      perform refresh_course_search(affected.portal_id, affected.ids);
    end loop;
  else
    for affected in select portal_id, array_agg(distinct course_id) as ids from changed group by portal_id loop
      perform refresh_course_search(affected.portal_id, affected.ids);
    end loop;
  end if;
  return null;
end
$$;
create trigger search_new_courses after insert on courses referencing new table as changed
  for each statement execute function course_search_follows('courses');
create trigger search_changed_course
  after update of title, meta_description, seo_keywords, author_name, publication_status, is_marketable, partner_company_id on courses
  for each row when ((old.title, old.meta_description, old.seo_keywords, old.author_name, old.publication_status, old.is_marketable, old.partner_company_id)
    is distinct from (new.title, new.meta_description, new.seo_keywords, new.author_name, new.publication_status, new.is_marketable, new.partner_company_id))
  execute function course_search_follows('course');
create trigger search_given_terms after insert on course_terms referencing new table as changed
  for each statement execute function course_search_follows('terms of courses');
create trigger search_taken_terms after delete on course_terms referencing old table as changed
  for each statement execute function course_search_follows('terms of courses');
create trigger search_renamed_term after update of title on terms
  for each row when (old.title is distinct from new.title) execute function course_search_follows('term');
create trigger search_renamed_company after update of name on partner_companies
  for each row when (old.name is distinct from new.name) execute function course_search_follows('company');

-- At most this many listed courses that hold the words or whose title is like the pattern (all, where both are null), and have
-- what `filters` asks of their facets, if anything. Planned for its values: what is null is no condition.
create function courses_found(words tsquery, pattern text, filters tsquery, most int)
returns table (course_id bigint, facets bigint[])
language plpgsql stable security definer
set search_path = public, pg_temp set plan_cache_mode = force_custom_plan set jit = off set enable_seqscan = off as $$
begin
  return query select s.course_id, s.facets from course_search s
    where s.portal_id = portal_of_transaction()
      and s.document @@ ('''#p' || portal_of_transaction() || '''')::tsquery
      and (words is null and pattern is null or s.document @@ words or s.title like pattern)
      and (filters is null or s.document @@ filters)
    limit most;
end
$$;

-- How many courses hold the words of each query, counted to `most`.
create function count_courses(queries text[], most int) returns table (place int, courses int)
language sql stable security definer set search_path = public, pg_temp as $$
  select q.place::int, (select count(*)::int from courses_found(to_tsquery('english', q.query), null, null, most))
  from unnest(queries) with ordinality q (query, place)
$$;

-- How many of the first `most` courses found have each facet; the facet 0 stands for all of them.
create function course_facet_counts(words tsquery, pattern text, filters tsquery, most int) returns table (facet bigint, courses int)
language sql stable security definer set search_path = public, pg_temp as $$
  with found as materialized (select facets from courses_found(words, pattern, filters, most))
  select f, count(*)::int from (select unnest(facets) as f from found) every group by f
  union all select 0, count(*)::int from found
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
    select from search_words s where s.portal_id = portal_of_transaction() and s.word ^@ given.word)
$$;

revoke all on function refresh_course_search(bigint, bigint[]), course_search_follows(),
  courses_found(tsquery, text, tsquery, int), count_courses(text[], int),
  course_facet_counts(tsquery, text, tsquery, int), similar_words(text[]) from public;
grant execute on function courses_found(tsquery, text, tsquery, int), count_courses(text[], int),
  course_facet_counts(tsquery, text, tsquery, int), similar_words(text[]) to portico_app, portico_platform;
