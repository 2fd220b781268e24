-- Courses as visitors see them: providers, terms, prices, bundles and dates. Tags of people are terms as well.

-- Companies that provide courses in a portal, with their public page.
create table partner_companies (
  id bigint generated always as identity primary key,
  portal_id bigint not null references portals,
  slug text not null, name text not null, logo text, about_us text,
  address text, address_2 text, city text, state text, zip_code text, country text, url text, phone text,
  meta_title text, meta_description text, seo_image text, seo_keywords text,
  social_links jsonb not null default '[]', disable_address boolean not null default false,
  user_id bigint references users,
  -- The partner's part of a sale; null means that no share is computed (PAR-016).
  share_percent smallint check (share_percent between 0 and 100),
  updated_at timestamptz not null default now(),
  unique (portal_id, id),
  unique (portal_id, slug)
);
create index partner_companies_list on partner_companies (portal_id, name collate "C", id);
select enable_tenant('partner_companies');
select note_media_uses_of('partner_companies', 'logo', 'about_us', 'seo_image');
select keep_former_slugs_of('partner_companies');

-- The terms by which people filter a catalog (CAT-012). Their screens differ, their shape does not.
create table terms (
  id bigint generated always as identity primary key,
  portal_id bigint not null references portals,
  kind text not null check (kind in ('category', 'training_option', 'state', 'agency', 'organization', 'language', 'subtitle', 'tag')),
  title text not null,
  slug text not null,
  code text, logo text, icon text, text text, parent_id bigint, state_id bigint,
  meta_title text, meta_description text, seo_keywords text, seo_image text,
  sort_number int not null default 0,
  updated_at timestamptz not null default now(),
  unique (portal_id, id),
  unique (portal_id, kind, slug),
  foreign key (portal_id, parent_id) references terms (portal_id, id) on delete set null (parent_id),
  foreign key (portal_id, state_id) references terms (portal_id, id) on delete set null (state_id)
);
create index terms_by_title on terms (portal_id, kind, title collate "C", id);
create index terms_by_place on terms (portal_id, kind, sort_number, id);
create index terms_by_updated_at on terms (portal_id, kind, updated_at, id);
create index terms_parent on terms (portal_id, parent_id) where parent_id is not null;
create index terms_state on terms (portal_id, state_id) where state_id is not null;
-- The public page of a language is named by its code (ROU-038).
create unique index terms_language_code on terms (portal_id, lower(code)) where kind = 'language';
select enable_tenant('terms');
select note_media_uses_of('terms', 'logo', 'icon', 'text', 'seo_image');
select keep_former_slugs_of('terms');

-- Tags that administrators give to people of their portal.
create table user_tags (
  portal_id bigint not null,
  user_id bigint not null,
  term_id bigint not null,
  primary key (portal_id, user_id, term_id),
  foreign key (portal_id, user_id) references portal_users (portal_id, user_id) on delete cascade,
  foreign key (portal_id, term_id) references terms (portal_id, id) on delete cascade
);
create index user_tags_term on user_tags (portal_id, term_id, user_id);
select enable_tenant('user_tags');

-- The designs of certificates, from which courses choose.
create table certificate_templates (
  id bigint generated always as identity primary key,
  portal_id bigint not null references portals,
  title text not null, text text not null, background text, logo text, signature_image text, signer_name text, signer_title text,
  valid_months int check (valid_months > 0),
  updated_at timestamptz not null default now(),
  unique (portal_id, id)
);
select enable_tenant('certificate_templates');
select note_media_uses_of('certificate_templates', 'background', 'logo', 'signature_image');

-- A course with its texts, pictures and settings. What it consists of is in its outline.
create table courses (
  id bigint generated always as identity primary key,
  portal_id bigint not null references portals,
  slug text not null,
  title text not null,
  description text,
  publication_status smallint not null default 1 check (publication_status between 1 and 4),
  is_sequential boolean not null default false,
  is_marketable boolean not null default true,
  thumbnail text, seo_image text, video text, duration_minutes int check (duration_minutes > 0),
  min_credit_price_cents int not null default 100 check (min_credit_price_cents >= 0),
  max_discount smallint not null default 0 check (max_discount between 0 and 100),
  credit_price_cents int check (credit_price_cents >= 0),
  is_certificate_required boolean not null default false,
  certificate_template_id bigint,
  author_name text, author_avatar text,
  partner_company_id bigint,
  button_name text,
  -- When a new enrollment is due: this many days after it begins, or at this moment; neither means never (BLD-062).
  due_days smallint check (due_days between 1 and 3650),
  due_at timestamptz,
  meta_title text, meta_description text, seo_keywords text,
  popularity int not null default 0,
  rating_sum int not null default 0, rating_count int not null default 0,
  created_by bigint references users,
  published_at timestamptz,
  -- The newest published version; 0 before the first (VER-001).
  newest_version int not null default 0 check (newest_version >= 0),
  -- Of a course that another portal shares: that portal, and when it stopped (SHR-001, SHR-010).
  source_portal_id bigint references portals check (source_portal_id <> portal_id),
  source_revoked_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- A stamp of the outline: a process that knows the outline only checks whether the stamp is still the same.
  outline_version bigint not null default 1,
  folded_title text not null generated always as (fold_text(title)) stored,
  unique (portal_id, id),
  unique (portal_id, slug),
  check (due_days is null or due_at is null),
  foreign key (portal_id, certificate_template_id) references certificate_templates (portal_id, id),
  foreign key (portal_id, partner_company_id) references partner_companies (portal_id, id)
);
create index courses_by_popularity on courses (portal_id, popularity desc, id desc) where publication_status in (2, 3) and is_marketable;
create index courses_by_id on courses (portal_id, id desc) where publication_status in (2, 3) and is_marketable;
create index courses_by_title on courses (portal_id, title collate "C", id) where publication_status in (2, 3) and is_marketable;
create index courses_by_updated_at on courses (portal_id, updated_at desc, id desc) where publication_status in (2, 3) and is_marketable;
create index courses_admin on courses (portal_id, id desc);
create index courses_admin_by_title on courses (portal_id, title collate "C", id);
create index courses_admin_by_updated_at on courses (portal_id, updated_at desc, id desc);
create index courses_admin_by_popularity on courses (portal_id, popularity desc, id desc);
create index courses_of_company on courses (portal_id, partner_company_id, id desc) where partner_company_id is not null;
select enable_tenant('courses');
select note_media_uses_of('courses', 'description', 'thumbnail', 'seo_image', 'author_avatar');

-- Former addresses of a course; they redirect to the current one (BLD-004, ROU-004). A slug belongs to at most one
-- course.
create table course_slugs (
  portal_id bigint not null,
  slug text not null,
  course_id bigint not null,
  created_at timestamptz not null default now(),
  -- For the list of them (SEO-030).
  id bigint generated always as identity,
  primary key (portal_id, slug),
  foreign key (portal_id, course_id) references courses (portal_id, id) on delete cascade
);
create index course_slugs_course on course_slugs (portal_id, course_id);
select enable_tenant('course_slugs');

-- The terms of a course.
create table course_terms (
  portal_id bigint not null,
  course_id bigint not null,
  term_id bigint not null,
  primary key (portal_id, course_id, term_id),
  foreign key (portal_id, course_id) references courses (portal_id, id) on delete cascade,
  foreign key (portal_id, term_id) references terms (portal_id, id) on delete cascade
);
create index course_terms_term on course_terms (portal_id, term_id, course_id);
select enable_tenant('course_terms');

-- The prices of a course by quantity: `from` is the smallest number of seats that gets the price.
create table course_pricings (
  id bigint generated always as identity primary key,
  portal_id bigint not null,
  course_id bigint not null,
  "from" int not null check ("from" >= 1),
  price_cents int not null check (price_cents >= 0),
  unique (portal_id, id),
  unique (portal_id, course_id, "from"),
  foreign key (portal_id, course_id) references courses (portal_id, id) on delete cascade
);
select enable_tenant('course_pricings');

-- The instructors of a course, one of whom may be the primary one.
create table course_instructors (
  portal_id bigint not null,
  course_id bigint not null,
  user_id bigint not null,
  is_primary boolean not null default false,
  added_at timestamptz not null default now(),
  primary key (portal_id, course_id, user_id),
  foreign key (portal_id, course_id) references courses (portal_id, id) on delete cascade,
  foreign key (portal_id, user_id) references portal_users (portal_id, user_id)
);
create index course_instructors_user on course_instructors (portal_id, user_id, course_id);
create unique index course_instructors_one_primary on course_instructors (portal_id, course_id) where is_primary;
select enable_tenant('course_instructors');

-- The courses that a person teaches.
create function taught_courses(portal bigint, person bigint) returns setof bigint language sql stable parallel safe as $$
  select course_id from course_instructors where portal_id = portal and user_id = person
$$;

-- Several courses that are sold together.
create table bundles (
  id bigint generated always as identity primary key,
  portal_id bigint not null references portals,
  slug text not null, title text not null, text text, thumbnail text, seo_image text,
  price_cents int not null check (price_cents >= 0),
  discount_price_cents int check (discount_price_cents >= 0 and discount_price_cents < price_cents),
  publication_status smallint not null default 1 check (publication_status between 1 and 4),
  meta_title text, meta_description text, seo_keywords text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (portal_id, id),
  unique (portal_id, slug)
);
create index bundles_list on bundles (portal_id, id desc);
create index bundles_by_title on bundles (portal_id, title collate "C", id);
create index bundles_by_updated_at on bundles (portal_id, updated_at, id);
select enable_tenant('bundles');
select note_media_uses_of('bundles', 'text', 'thumbnail', 'seo_image');
select keep_former_slugs_of('bundles');

-- The courses of a bundle, in their order.
create table bundle_courses (
  portal_id bigint not null,
  bundle_id bigint not null,
  course_id bigint not null,
  sort_number int not null,
  primary key (portal_id, bundle_id, course_id),
  foreign key (portal_id, bundle_id) references bundles (portal_id, id) on delete cascade,
  foreign key (portal_id, course_id) references courses (portal_id, id)
);
select enable_tenant('bundle_courses');

-- Dates of instructor-led courses (CNT-014).
create table schedules (
  id bigint generated always as identity primary key,
  portal_id bigint not null references portals,
  course_id bigint not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  time_zone text not null,
  place text,
  instructor_id bigint references users,
  seats int check (seats > 0),
  updated_at timestamptz not null default now(),
  unique (portal_id, id),
  check (ends_at > starts_at),
  foreign key (portal_id, course_id) references courses (portal_id, id) on delete cascade
);
create index schedules_list on schedules (portal_id, starts_at, id);
create index schedules_course on schedules (portal_id, course_id, starts_at);
create index schedules_by_updated_at on schedules (portal_id, updated_at, id);
select enable_tenant('schedules');

-- What people searched for in the course list, without saying who they were (REP-004).
create table searches (
  id bigint generated always as identity primary key,
  portal_id bigint not null references portals,
  text text not null,
  results int not null,
  created_at timestamptz not null default now(),
  unique (portal_id, id)
);
create index searches_by_day on searches (portal_id, created_at desc, id desc) include (results);
create index searches_created_at on searches (created_at);
select enable_tenant('searches');
