-- Addresses that public records once had; they lead to the present one (ROU-004). Courses have their own table.
create table former_slugs (
  portal_id bigint not null references portals,
  -- The table of the record, and for terms the kind: `terms/category`.
  kind text not null,
  slug text not null,
  record_id bigint not null,
  created_at timestamptz not null default now(),
  primary key (portal_id, kind, slug)
);
create index former_slugs_record on former_slugs (portal_id, kind, record_id);
select enable_tenant('former_slugs');

-- Kept by the database itself, so that no way of changing a slug can forget it. An address that a record takes up again is
-- no former one; when the record goes, its addresses go as well.
create function keep_former_slug() returns trigger language plpgsql as $$
declare
  record_kind text := tg_table_name || case when tg_table_name = 'terms' then '/' || (to_jsonb(old) ->> 'kind') else '' end;
begin
  if tg_op = 'DELETE' then
    delete from former_slugs where portal_id = old.portal_id and kind = record_kind and record_id = old.id;
    return old;
  end if;
  delete from former_slugs where portal_id = new.portal_id and kind = record_kind and slug = new.slug and record_id = new.id;
  insert into former_slugs (portal_id, kind, slug, record_id) values (old.portal_id, record_kind, old.slug, old.id)
    on conflict (portal_id, kind, slug) do update set record_id = excluded.record_id, created_at = now();
  return new;
end
$$;

-- For every table of public records with the columns portal_id, id and slug.
create function keep_former_slugs_of(record_table text) returns void language plpgsql as $$
begin
  execute format('create trigger keep_former_slug after update of slug on %I for each row
    when (old.slug is distinct from new.slug) execute function keep_former_slug()', record_table);
  execute format('create trigger drop_former_slugs after delete on %I for each row execute function keep_former_slug()', record_table);
end
$$;
select keep_former_slugs_of(each) from unnest(array['bundles', 'terms', 'partner_companies']) each;
