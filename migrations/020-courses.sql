-- Courses as authors build them and visitors see them.

create table partner_companies (
  id bigint generated always as identity primary key,
  portal_id bigint not null references portals,
  slug text not null, name text not null, logo text, about_us text,
  address text, address_2 text, city text, state text, zip_code text, country text, url text, phone text,
  meta_title text, meta_description text, social_links jsonb not null default '[]', disable_address boolean not null default false,
  user_id bigint references users,
  unique (portal_id, id),
  unique (portal_id, slug)
);
select enable_tenant('partner_companies');

-- The terms a catalogue is filtered by (CAT-012); their screens differ, their shape does not.
create table terms (
  id bigint generated always as identity primary key,
  portal_id bigint not null references portals,
  kind text not null check (kind in ('category', 'training_option', 'state', 'agency', 'organization', 'language', 'subtitle', 'tag')),
  title text not null,
  slug text not null,
  code text, logo text, icon text, text text, parent_id bigint, state_id bigint,
  meta_title text, meta_description text, seo_image text,
  sort_number int not null default 0,
  unique (portal_id, id),
  unique (portal_id, kind, slug),
  foreign key (portal_id, parent_id) references terms (portal_id, id),
  foreign key (portal_id, state_id) references terms (portal_id, id)
);
select enable_tenant('terms');

create table certificate_templates (
  id bigint generated always as identity primary key,
  portal_id bigint not null references portals,
  title text not null, text text not null, background text, logo text, signature_image text, signer_name text, signer_title text,
  valid_months int check (valid_months > 0),
  updated_at timestamptz not null default now(),
  unique (portal_id, id)
);
select enable_tenant('certificate_templates');

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
  meta_title text, meta_description text, seo_keywords text,
  popularity int not null default 0,
  rating_sum int not null default 0, rating_count int not null default 0,
  created_by bigint references users,
  published_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text tsvector generated always as (
    setweight(to_tsvector('english', title), 'A') || setweight(to_tsvector('english', coalesce(meta_description, '') || ' ' || coalesce(seo_keywords, '')), 'B')
  ) stored,
  unique (portal_id, id),
  unique (portal_id, slug),
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
create index courses_search on courses using gin (search_text);
create index courses_title_trgm on courses using gin (title gin_trgm_ops);
select enable_tenant('courses');

-- Addresses a course once had; they lead to the present one (BLD-004, ROU-004). One slug stands for one course at most.
create table course_slugs (
  portal_id bigint not null,
  slug text not null,
  course_id bigint not null,
  created_at timestamptz not null default now(),
  primary key (portal_id, slug),
  foreign key (portal_id, course_id) references courses (portal_id, id) on delete cascade
);
create index course_slugs_course on course_slugs (portal_id, course_id);
select enable_tenant('course_slugs');

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
select enable_tenant('bundles');

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

-- The outline: what stands in a course, in which order. What an item is made of stands in its own table.
create table outline_items (
  id bigint generated always as identity primary key,
  portal_id bigint not null,
  course_id bigint not null,
  itemable_type text not null check (itemable_type in ('Module', 'Exam', 'Survey', 'Assignment', 'CloudScormModule', 'ScormModule')),
  itemable_id bigint not null,
  sort_number int not null,
  deleted_at timestamptz,
  unique (portal_id, id),
  unique (portal_id, itemable_type, itemable_id),
  foreign key (portal_id, course_id) references courses (portal_id, id) on delete cascade
);
create index outline_items_course on outline_items (portal_id, course_id, sort_number) where deleted_at is null;
select enable_tenant('outline_items');

create table modules (
  id bigint generated always as identity primary key,
  portal_id bigint not null,
  course_id bigint not null,
  title text not null,
  unique (portal_id, id),
  foreign key (portal_id, course_id) references courses (portal_id, id) on delete cascade
);
create index modules_course on modules (portal_id, course_id);
select enable_tenant('modules');

create table module_items (
  id bigint generated always as identity primary key,
  portal_id bigint not null,
  module_id bigint not null,
  itemable_type text not null check (itemable_type in ('Text', 'Document', 'Audio', 'Video')),
  title text,
  sort_number int not null,
  text text,
  media_id bigint,
  video_provider text check (video_provider in ('youtube', 'vimeo')),
  video_id text,
  video_hash text,
  deleted_at timestamptz,
  updated_at timestamptz not null default now(),
  unique (portal_id, id),
  foreign key (portal_id, module_id) references modules (portal_id, id) on delete cascade,
  foreign key (portal_id, media_id) references media (portal_id, id)
);
create index module_items_module on module_items (portal_id, module_id, sort_number) where deleted_at is null;
select enable_tenant('module_items');

create table exams (
  id bigint generated always as identity primary key,
  portal_id bigint not null,
  course_id bigint not null,
  type text not null check (type in ('exam', 'survey')),
  title text not null, description text,
  attempts_number int check (attempts_number >= 1),
  passing_score smallint not null default 70 check (passing_score between 0 and 100),
  shuffle_questions boolean not null default false,
  unique (portal_id, id),
  foreign key (portal_id, course_id) references courses (portal_id, id) on delete cascade
);
create index exams_course on exams (portal_id, course_id);
select enable_tenant('exams');

create table question_pools (
  id bigint generated always as identity primary key,
  portal_id bigint not null references portals,
  title text not null,
  partner_company_id bigint,
  created_by bigint references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- A deleted pool keeps its questions for the attempts that drew from it (QPL-007).
  deleted_at timestamptz,
  unique (portal_id, id),
  foreign key (portal_id, partner_company_id) references partner_companies (portal_id, id)
);
create index question_pools_list on question_pools (portal_id, id desc) where deleted_at is null;
create index question_pools_by_title on question_pools (portal_id, title collate "C", id) where deleted_at is null;
create index question_pools_title_trgm on question_pools using gin (title gin_trgm_ops);
select enable_tenant('question_pools');

create table questions (
  id bigint generated always as identity primary key,
  portal_id bigint not null,
  question_pool_id bigint not null,
  text text not null,
  type text not null check (type in ('single', 'multiple', 'boolean')),
  explanation text,
  sort_number int not null,
  deleted_at timestamptz,
  unique (portal_id, id),
  foreign key (portal_id, question_pool_id) references question_pools (portal_id, id) on delete cascade
);
create index questions_pool on questions (portal_id, question_pool_id, sort_number) where deleted_at is null;
select enable_tenant('questions');

create table question_answers (
  id bigint generated always as identity primary key,
  portal_id bigint not null,
  question_id bigint not null,
  text text not null,
  is_correct boolean not null,
  sort_number int not null,
  deleted_at timestamptz,
  unique (portal_id, id),
  foreign key (portal_id, question_id) references questions (portal_id, id) on delete cascade
);
create index question_answers_question on question_answers (portal_id, question_id, sort_number);
select enable_tenant('question_answers');

create table exam_question_pools (
  portal_id bigint not null,
  exam_id bigint not null,
  question_pool_id bigint not null,
  questions_count int check (questions_count >= 1),
  sort_number int not null,
  primary key (portal_id, exam_id, question_pool_id),
  foreign key (portal_id, exam_id) references exams (portal_id, id) on delete cascade,
  foreign key (portal_id, question_pool_id) references question_pools (portal_id, id)
);
create index exam_question_pools_pool on exam_question_pools (portal_id, question_pool_id);
select enable_tenant('exam_question_pools');

create table assignments (
  id bigint generated always as identity primary key,
  portal_id bigint not null,
  course_id bigint not null,
  title text not null,
  attempts int check (attempts >= 1),
  score smallint not null default 70 check (score between 0 and 100),
  reqs text,
  restrict_user_to_upload boolean not null default false,
  allow_text_response boolean not null default true,
  media_id bigint,
  unique (portal_id, id),
  check (allow_text_response or not restrict_user_to_upload),
  foreign key (portal_id, course_id) references courses (portal_id, id) on delete cascade,
  foreign key (portal_id, media_id) references media (portal_id, id)
);
select enable_tenant('assignments');

-- Further files of an assignment beside its task file (ASG-006).
create table assignment_materials (
  id bigint generated always as identity primary key,
  portal_id bigint not null,
  assignment_id bigint not null,
  media_id bigint not null,
  unique (portal_id, id),
  unique (portal_id, assignment_id, media_id),
  foreign key (portal_id, assignment_id) references assignments (portal_id, id) on delete cascade,
  foreign key (portal_id, media_id) references media (portal_id, id)
);
select enable_tenant('assignment_materials');

-- An unpacked SCORM 1.2 package; `outline` is what its manifest says, `error` why it cannot be played.
create table scorm_packages (
  id bigint generated always as identity primary key,
  portal_id bigint not null references portals,
  uuid uuid not null default uuidv7() unique,
  file_name text not null,
  status text not null default 'PENDING' check (status in ('NOT_STARTED', 'PENDING', 'SUCCESS', 'FAILED', 'TEMPORARY_FAILURE')),
  progress smallint not null default 0 check (progress between 0 and 100),
  error text, version text, title text, entry text, outline jsonb, files_count int, size bigint,
  upload_id text,
  user_id bigint references users,
  created_at timestamptz not null default now(),
  unique (portal_id, id),
  unique (portal_id, upload_id)
);
select enable_tenant('scorm_packages');

create table scorm_modules (
  id bigint generated always as identity primary key,
  portal_id bigint not null,
  course_id bigint not null,
  title text not null,
  slug text not null,
  scorm_id bigint,
  unique (portal_id, id),
  foreign key (portal_id, course_id) references courses (portal_id, id) on delete cascade,
  foreign key (portal_id, scorm_id) references scorm_packages (portal_id, id)
);
create index scorm_modules_package on scorm_modules (portal_id, scorm_id);
select enable_tenant('scorm_modules');

create table cloud_scorm_modules (
  id bigint generated always as identity primary key,
  portal_id bigint not null,
  course_id bigint not null,
  title text not null,
  slug text not null,
  scorm_id text,
  unique (portal_id, id),
  foreign key (portal_id, course_id) references courses (portal_id, id) on delete cascade
);
select enable_tenant('cloud_scorm_modules');
