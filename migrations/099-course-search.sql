-- What the catalogue is searched and counted by: one narrow row for each listed course, kept by the database itself, so
-- that no way of changing a course, its terms or their names can forget it. Features read it through the functions below,
-- which look into nothing but the portal of the transaction: under row-level security no index of texts can be used.
create table course_search (
  portal_id bigint not null,
  course_id bigint not null,
  title text not null,
  document tsvector not null,
  -- 0 for the course itself, the ids of its terms, and the id of its provider as a negative number.
  facets bigint[] not null,
  primary key (portal_id, course_id),
  foreign key (portal_id, course_id) references courses (portal_id, id) on delete cascade
);
create index course_search_document on course_search using gin (document);
create index course_search_title on course_search using gin (title gin_trgm_ops);
create index course_search_facets on course_search using gin (facets);
select enable_tenant('course_search');
create policy owner on course_search for all to current_user using (true) with check (true);

-- The words that listed courses have ever been found by, to which a mistyped word is led back.
create table search_words (
  portal_id bigint not null references portals,
  word text collate "C" not null,
  primary key (portal_id, word)
);
create index search_words_trgm on search_words using gin (word gin_trgm_ops);
select enable_tenant('search_words');
create policy owner on search_words for all to current_user using (true) with check (true);

create policy search on terms for select to current_user using (true);
create policy search on course_terms for select to current_user using (true);
create policy search on partner_companies for select to current_user using (true);

-- Writes the rows of these courses anew, and takes away those that are no longer listed.
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

do $$
declare
  affected record;
begin
  for affected in select portal_id, array_agg(id) as ids from courses group by portal_id loop
    perform refresh_course_search(affected.portal_id, affected.ids);
  end loop;
end
$$;

create function portal_of_transaction() returns bigint language sql stable as
  $$ select nullif(current_setting('app.portal_id', true), '')::bigint $$;

-- The courses whose words match; where they are few also those whose title holds the pattern, as when only a part of a word
-- is typed. So many matches are enough without.
drop function course_matches(text, text);
create function course_matches(words text, pattern text) returns setof bigint
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  here bigint := portal_of_transaction();
  found_by_words bigint := 0;
begin
  if words <> '' then
    return query select course_id from course_search where portal_id = here and document @@ to_tsquery('english', words);
    get diagnostics found_by_words = row_count;
  end if;
  if found_by_words < 2000 then
    return query select course_id from course_search
      where portal_id = here and title ilike pattern
        and (words = '' or not document @@ to_tsquery('english', words));
  end if;
end
$$;

-- How many courses each facet has among those that match the search, if any, and one facet of every list in `chosen`.
create function course_facet_counts(words text, pattern text, chosen jsonb) returns table (facet bigint, courses bigint)
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  here bigint := portal_of_transaction();
  condition text := '';
  list jsonb;
begin
  if pattern is not null then
    condition := case when words <> '' and (
        select count(*) from (select from course_search s
          where s.portal_id = here and s.document @@ to_tsquery('english', words) limit 2000) many) = 2000
      then ' and s.document @@ to_tsquery(''english'', $2)'
      else ' and s.course_id in (select course_matches($2, $3))' end;
  end if;
  for list in select jsonb_array_elements(chosen) loop
    condition := condition || format(' and s.facets && %L::bigint[]',
      array(select jsonb_array_elements_text(list)::bigint));
  end loop;
  return query execute
    'select f, count(*) from course_search s, unnest(s.facets) f where s.portal_id = $1' || condition || ' group by f'
    using here, words, pattern;
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

revoke all on function refresh_course_search(bigint, bigint[]), course_matches(text, text),
  course_facet_counts(text, text, jsonb), similar_words(text[]) from public;
grant execute on function course_matches(text, text), course_facet_counts(text, text, jsonb), similar_words(text[])
  to portico_app, portico_platform;

drop index courses_search;
alter table courses drop column search_text;
