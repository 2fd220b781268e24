-- Questions with their answers, and the blog (CNT-007, CNT-008, CNT-013, CNT-024, CNT-025).

create table question_categories (
  id bigint generated always as identity primary key,
  portal_id bigint not null references portals,
  title text not null,
  sort_number int not null default 0,
  unique (portal_id, id)
);
select enable_tenant('question_categories');

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
select enable_tenant('faq_items');

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
create index articles_by_title on articles (portal_id, title collate "C", id) where not is_draft;
create index articles_by_updated_at on articles (portal_id, updated_at desc, id desc) where not is_draft;
create index articles_by_word_count on articles (portal_id, word_count desc, id desc) where not is_draft;
create index articles_of_category on articles (portal_id, article_category_id, published_at desc, id desc) where not is_draft;
select enable_tenant('articles');

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
