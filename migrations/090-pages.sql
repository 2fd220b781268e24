-- Pages that authors put together from blocks, and what several of them share (PGB-001, CNT-012, CNT-021).

alter table terms
  add column seo_keywords text,
  add column updated_at timestamptz not null default now();

-- `components` is what a page is made of; `packed` is the same as the builder sent it, where it came compressed (PGB-003).
create table pages (
  id bigint generated always as identity primary key,
  portal_id bigint not null references portals,
  slug text not null,
  title text not null,
  custom_page_title text,
  meta_title text not null, meta_description text not null, seo_keywords text, seo_image text,
  publication_status smallint not null default 1 check (publication_status in (1, 2)),
  button_name text,
  show_header boolean not null default true,
  show_footer boolean not null default true,
  components jsonb not null default '[]' check (jsonb_typeof(components) = 'array'),
  packed text,
  published_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (portal_id, id),
  unique (portal_id, slug)
);
create index pages_list on pages (portal_id, id desc);
create index pages_by_title on pages (portal_id, title collate "C", id);
create index pages_by_updated_at on pages (portal_id, updated_at desc, id desc);
select enable_tenant('pages');

create table widgets (
  id bigint generated always as identity primary key,
  portal_id bigint not null references portals,
  title text not null,
  components jsonb not null default '[]' check (jsonb_typeof(components) = 'array'),
  updated_at timestamptz not null default now(),
  unique (portal_id, id)
);
select enable_tenant('widgets');

create table promo_buttons (
  id bigint generated always as identity primary key,
  portal_id bigint not null references portals,
  title text not null,
  link text not null,
  link_target text not null default 'current' check (link_target in ('current', 'new')),
  follow text not null default 'dofollow' check (follow in ('dofollow', 'nofollow')),
  colour text,
  icon text,
  updated_at timestamptz not null default now(),
  unique (portal_id, id)
);
select enable_tenant('promo_buttons');
