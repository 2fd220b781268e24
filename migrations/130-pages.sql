-- Pages that authors build from blocks, the blog, questions and answers, and what partners write about themselves. A record
-- with a company is the partner's; one without is the portal's own (CNT-036). Releases: parts of a portal's public site that go
-- live together.

-- Pages that authors build (PGB-001), as their editors saved them last. `components` is what a page consists of; `packed`
-- is the same as the builder sent it, if it came compressed (PGB-003).
create table pages (
  id bigint generated always as identity primary key,
  portal_id bigint not null references portals,
  slug text not null,
  title text not null,
  custom_page_title text,
  meta_title text not null, meta_description text not null, seo_keywords text, seo_image text,
  button_name text,
  show_header boolean not null default true,
  show_footer boolean not null default true,
  components jsonb not null default '[]' check (jsonb_typeof(components) = 'array'),
  packed text,
  -- The newest of the kept versions, which is what editors go on with, and the one that visitors read; null for a draft.
  newest_version int not null default 1,
  live_version int,
  live_at timestamptz,
  -- A draft of a starting point, which goes live with the portal's first plan (PRT-118).
  awaits_plan boolean not null default false,
  publication_status smallint not null generated always as (case when live_version is null then 1 else 2 end) stored,
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
select note_media_uses_of('pages', 'components', 'seo_image');
select keep_former_slugs_of('pages');

-- A page as each save left it (PGB-047). Nothing changes a version; visitors read the one that its page names as live.
create table page_versions (
  portal_id bigint not null,
  page_id bigint not null,
  number int not null check (number >= 1),
  made_by text not null check (made_by in ('create', 'copy', 'save', 'import', 'picture', 'restore')),
  -- Which version it brought back.
  restored_from int,
  created_at timestamptz not null,
  created_by bigint references users,
  title text not null,
  custom_page_title text,
  meta_title text not null, meta_description text not null, seo_keywords text, seo_image text,
  button_name text,
  show_header boolean not null,
  show_footer boolean not null,
  components jsonb not null,
  primary key (portal_id, page_id, number),
  foreign key (portal_id, page_id) references pages (portal_id, id) on delete cascade
);
select enable_tenant('page_versions');
select note_media_uses_of('page_versions', 'components', 'seo_image');
revoke update on page_versions from portico_app, portico_platform;
revoke delete on page_versions from portico_app;
-- Deletes which files the versions of a deleted page named. The database deletes the versions as the owner of the tables, who
-- sees no rows of portals, so their own trigger finds no uses.
create function forget_version_uses() returns trigger language plpgsql as $$
begin
  delete from media_uses where portal_id = old.portal_id and used_in = 'page_versions' and record_id = old.id;
  return null;
end
$$;
create trigger forget_version_uses after delete on pages for each row execute function forget_version_uses();
alter table pages add foreign key (portal_id, id, live_version) references page_versions (portal_id, page_id, number);

-- Blocks that several pages share (CNT-012).
create table widgets (
  id bigint generated always as identity primary key,
  portal_id bigint not null references portals,
  title text not null,
  components jsonb not null default '[]' check (jsonb_typeof(components) = 'array'),
  updated_at timestamptz not null default now(),
  unique (portal_id, id)
);
select enable_tenant('widgets');
select note_media_uses_of('widgets', 'components');

-- Blocks that the portal's editors keep to put them on any page (PGB-062).
create table section_templates (
  id bigint generated always as identity primary key,
  portal_id bigint not null references portals,
  title text not null,
  components jsonb not null check (jsonb_typeof(components) = 'array'),
  updated_at timestamptz not null default now(),
  unique (portal_id, id),
  unique (portal_id, title)
);
create index section_templates_by_title on section_templates (portal_id, title collate "C", id);
select enable_tenant('section_templates');
select note_media_uses_of('section_templates', 'components');

-- Buttons that several pages share (CNT-012).
create table promo_buttons (
  id bigint generated always as identity primary key,
  portal_id bigint not null references portals,
  title text not null,
  link text not null,
  link_target text not null default 'current' check (link_target in ('current', 'new')),
  follow text not null default 'dofollow' check (follow in ('dofollow', 'nofollow')),
  color text,
  icon text,
  updated_at timestamptz not null default now(),
  unique (portal_id, id)
);
select enable_tenant('promo_buttons');
select note_media_uses_of('promo_buttons', 'icon');

-- What widgets, promo buttons and the navigation said after each save (PGB-063). Nothing changes a version.
create table site_versions (
  portal_id bigint not null references portals,
  kind text not null check (kind in ('widget', 'promo_button', 'navigation')),
  -- 0 for what a portal has one of.
  record_id bigint not null,
  number int not null check (number >= 1),
  -- "former" is what a record said before its first save that was kept.
  made_by text not null check (made_by in ('former', 'create', 'save', 'restore', 'release', 'roll_back')),
  -- Which version it brought back.
  restored_from int,
  created_at timestamptz not null,
  created_by bigint references users,
  value jsonb not null,
  primary key (portal_id, kind, record_id, number)
);
select enable_tenant('site_versions');
select note_media_uses_of('site_versions', 'value');
revoke update on site_versions from portico_app, portico_platform;

-- Authors of courses and articles (CNT-005).
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
create index authors_name on authors (portal_id, partner_company_id, name collate "C", id);
create index authors_updated_at on authors (portal_id, partner_company_id, updated_at, id);
select enable_tenant('authors');
select note_media_uses_of('authors', 'description', 'avatar');
select keep_former_slugs_of('authors');

-- Points that a portal or partner makes about itself, with an icon (CNT-009).
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
create index features_title on features (portal_id, partner_company_id, title collate "C", id);
select enable_tenant('features');
select note_media_uses_of('features', 'text', 'icon');

-- Pages that partners write (PAR-006). The approval has the numbers of reviews (REV-006, REV-007): 1 not approved, 2
-- pending, 3 approved, 4 draft.
create table external_pages (
  id bigint generated always as identity primary key,
  portal_id bigint not null references portals,
  partner_company_id bigint not null,
  slug text not null,
  title text not null,
  meta_title text, meta_description text, seo_keywords text, seo_image text,
  components jsonb not null default '[]' check (jsonb_typeof(components) = 'array'),
  -- The blocks in the compressed form in which the builder sent them (PGB-003).
  packed text,
  approval_status smallint not null default 2 check (approval_status in (1, 2, 3, 4)),
  published_at timestamptz,
  updated_at timestamptz not null default now(),
  unique (portal_id, id),
  unique (portal_id, slug),
  foreign key (portal_id, partner_company_id) references partner_companies (portal_id, id) on delete cascade
);
create index external_pages_company on external_pages (portal_id, partner_company_id, id);
create index external_pages_title on external_pages (portal_id, partner_company_id, title collate "C", id);
create index external_pages_updated on external_pages (portal_id, partner_company_id, updated_at, id);
select enable_tenant('external_pages');
select note_media_uses_of('external_pages', 'components', 'seo_image');
select keep_former_slugs_of('external_pages');

-- Categories of questions, in lists of answers and in courses.
create table question_categories (
  id bigint generated always as identity primary key,
  portal_id bigint not null references portals,
  title text not null,
  sort_number int not null default 0,
  unique (portal_id, id)
);
select enable_tenant('question_categories');

-- Frequent questions with their answers (CNT-007, CNT-024).
create table faq_items (
  id bigint generated always as identity primary key,
  portal_id bigint not null references portals,
  partner_company_id bigint,
  question_category_id bigint,
  slug text not null,
  question text not null,
  answer text not null,
  seo_keywords text,
  sort_number int not null default 0,
  published_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (portal_id, id),
  unique (portal_id, slug),
  foreign key (portal_id, question_category_id) references question_categories (portal_id, id) on delete set null (question_category_id),
  foreign key (portal_id, partner_company_id) references partner_companies (portal_id, id) on delete cascade
);
create index faq_items_list on faq_items (portal_id, sort_number, id) where partner_company_id is null;
create index faq_items_category on faq_items (portal_id, question_category_id, sort_number, id) where partner_company_id is null;
create index faq_items_company on faq_items (portal_id, partner_company_id, sort_number, id) where partner_company_id is not null;
create index faq_items_question on faq_items (portal_id, question collate "C", id) where partner_company_id is null;
create index faq_items_updated_at on faq_items (portal_id, updated_at, id) where partner_company_id is null;
select enable_tenant('faq_items');
select note_media_uses_of('faq_items', 'answer');
select keep_former_slugs_of('faq_items');

-- Categories of the blog.
create table article_categories (
  id bigint generated always as identity primary key,
  portal_id bigint not null references portals,
  title text not null,
  slug text not null,
  sort_number int not null default 0,
  unique (portal_id, id),
  unique (portal_id, slug)
);
select enable_tenant('article_categories');

-- Articles of the blog (CNT-008, CNT-013, CNT-025).
create table articles (
  id bigint generated always as identity primary key,
  portal_id bigint not null references portals,
  article_category_id bigint,
  slug text not null,
  title text not null,
  text text not null default '',
  word_count int not null default 0,
  is_draft boolean not null default true,
  published_at timestamptz,
  image text, cover text, seo_image text,
  meta_title text, meta_description text, seo_keywords text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (portal_id, id),
  unique (portal_id, slug),
  check (is_draft or published_at is not null),
  foreign key (portal_id, article_category_id) references article_categories (portal_id, id) on delete set null (article_category_id)
);
create index articles_list on articles (portal_id, published_at desc, id desc) where not is_draft;
create index articles_by_title on articles (portal_id, title collate "C", id);
-- The order in which editors see them: a draft without a time comes last.
create index articles_by_publication on articles (portal_id, coalesce(published_at, '9999-01-01T00:00:00Z'), id);
create index articles_by_updated_at on articles (portal_id, updated_at desc, id desc);
create index articles_by_word_count on articles (portal_id, word_count desc, id desc);
create index articles_of_category on articles (portal_id, article_category_id, published_at desc, id desc) where not is_draft;
select enable_tenant('articles');
select note_media_uses_of('articles', 'text', 'image', 'cover', 'seo_image');
select keep_former_slugs_of('articles');

-- The authors of an article.
create table article_authors (
  portal_id bigint not null,
  article_id bigint not null,
  author_id bigint not null,
  sort_number int not null default 0,
  primary key (portal_id, article_id, author_id),
  foreign key (portal_id, article_id) references articles (portal_id, id) on delete cascade,
  foreign key (portal_id, author_id) references authors (portal_id, id) on delete cascade
);
create index article_authors_author on article_authors (portal_id, author_id);
select enable_tenant('article_authors');

-- The tags of an article.
create table article_tags (
  portal_id bigint not null,
  article_id bigint not null,
  term_id bigint not null,
  primary key (portal_id, article_id, term_id),
  foreign key (portal_id, article_id) references articles (portal_id, id) on delete cascade,
  foreign key (portal_id, term_id) references terms (portal_id, id) on delete cascade
);
create index article_tags_term on article_tags (portal_id, term_id);
select enable_tenant('article_tags');

-- What people say about the business at Google: the stored copy that pages read (INT-021).
create table google_reviews (
  id bigint generated always as identity primary key,
  portal_id bigint not null references portals,
  review_key text not null,
  author_name text not null,
  author_avatar text,
  rating smallint not null check (rating between 1 and 5),
  text text,
  written_at timestamptz not null,
  fetched_at timestamptz not null default now(),
  unique (portal_id, id),
  unique (portal_id, review_key)
);
create index google_reviews_list on google_reviews (portal_id, written_at desc, id desc);
select enable_tenant('google_reviews');

-- A named set of changes (PGB-050). It waits as a draft, or for `publish_at`; `problem` says why that time passed without it.
create table releases (
  id bigint generated always as identity primary key,
  portal_id bigint not null references portals,
  name text not null,
  status text not null default 'draft' check (status in ('draft', 'scheduled', 'live', 'rolled_back')),
  publish_at timestamptz,
  problem text,
  created_at timestamptz not null,
  created_by bigint references users,
  published_at timestamptz,
  published_by bigint references users,
  rolled_back_at timestamptz,
  rolled_back_by bigint references users,
  unique (portal_id, id),
  check ((status = 'scheduled') = (publish_at is not null))
);
create index releases_list on releases (portal_id, id desc);
select enable_tenant('releases');

-- What a release puts live of one record; `record_id` is 0 for what a portal has only one of. `base` is what visitors saw when
-- it was picked, `former` what they saw before the release, to which a rollback goes back.
create table release_items (
  portal_id bigint not null,
  release_id bigint not null,
  kind text not null check (kind in ('page', 'widget', 'promo_button', 'navigation', 'theme')),
  record_id bigint not null,
  title text not null,
  value jsonb not null,
  base jsonb not null,
  former jsonb,
  picked_at timestamptz not null,
  picked_by bigint references users,
  primary key (portal_id, release_id, kind, record_id),
  foreign key (portal_id, release_id) references releases (portal_id, id) on delete cascade
);
select enable_tenant('release_items');
