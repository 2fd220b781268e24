-- Who stands behind courses and articles, and what partners write about themselves (CNT-005, CNT-009, PAR-006). A record
-- with a company is the partner's, one without is the portal's own (CNT-036).

create index partner_companies_list on partner_companies (portal_id, name collate "C", id);
alter table partner_companies
  add column seo_image text,
  add column seo_keywords text,
  add column updated_at timestamptz not null default now();

create table authors (
  id bigint generated always as identity primary key,
  portal_id bigint not null references portals,
  partner_company_id bigint,
  slug text not null,
  name text not null,
  description text,
  avatar text,
  updated_at timestamptz not null default now(),
  unique (portal_id, id),
  unique (portal_id, slug),
  foreign key (portal_id, partner_company_id) references partner_companies (portal_id, id) on delete cascade
);
create index authors_company on authors (portal_id, partner_company_id, id);
select enable_tenant('authors');

create table features (
  id bigint generated always as identity primary key,
  portal_id bigint not null references portals,
  partner_company_id bigint,
  title text not null,
  text text,
  icon text,
  sort_number int not null default 0,
  unique (portal_id, id),
  foreign key (portal_id, partner_company_id) references partner_companies (portal_id, id) on delete cascade
);
create index features_company on features (portal_id, partner_company_id, sort_number, id);
select enable_tenant('features');

-- Approval: 1 waiting, 2 approved, 3 refused (PAR-006).
create table external_pages (
  id bigint generated always as identity primary key,
  portal_id bigint not null references portals,
  partner_company_id bigint not null,
  slug text not null,
  title text not null,
  meta_title text, meta_description text, seo_keywords text, seo_image text,
  components jsonb not null default '[]' check (jsonb_typeof(components) = 'array'),
  approval_status smallint not null default 1 check (approval_status in (1, 2, 3)),
  published_at timestamptz,
  updated_at timestamptz not null default now(),
  unique (portal_id, id),
  unique (portal_id, slug),
  foreign key (portal_id, partner_company_id) references partner_companies (portal_id, id) on delete cascade
);
create index external_pages_company on external_pages (portal_id, partner_company_id, id);
select enable_tenant('external_pages');
