-- Versions of courses: what learners work in. The tables of outlines hold the draft, which only authors see.
--
-- Below them are courses that portals share with each other, as published versions (decision 033). Each side has its own rows:
-- the sharing portal what it offers and to whom, the receiving portal what it has and has decided.

-- A published version of a course. Nothing changes it, and learners keep the one they began (VER-001, VER-003).
create table course_versions (
  portal_id bigint not null,
  course_id bigint not null,
  number int not null check (number >= 1),
  note text,
  published_at timestamptz not null,
  published_by bigint references users,
  -- The outline in the form that progress reads (`packed_outline`), and how many of its items count.
  packed text,
  items_total int not null,
  primary key (portal_id, course_id, number),
  foreign key (portal_id, course_id) references courses (portal_id, id) on delete cascade
);
select enable_tenant('course_versions');
revoke update on course_versions from portico_app, portico_platform;
revoke delete on course_versions from portico_app;

-- What items say, each text once: versions share what they have in common.
create table version_contents (
  id bigint generated always as identity primary key,
  portal_id bigint not null references portals,
  hash bytea not null,
  content jsonb not null,
  unique (portal_id, id),
  unique (portal_id, hash)
);
select enable_tenant('version_contents');
revoke update on version_contents from portico_app, portico_platform;
revoke delete on version_contents from portico_app;

-- The items of a version: those of its outline, and inside of modules those with a `module_id`. Items are named as in the
-- draft, so that a learner's record of an item holds in every version that has it.
create table course_version_items (
  portal_id bigint not null,
  course_id bigint not null,
  version int not null,
  item_type text not null,
  item_id bigint not null,
  module_id bigint,
  -- The id of the place in the outline, of an item of a module its own.
  place_id bigint not null,
  sort_number int not null,
  title text,
  content_id bigint not null,
  primary key (portal_id, course_id, version, item_type, item_id),
  foreign key (portal_id, course_id, version) references course_versions (portal_id, course_id, number) on delete cascade,
  foreign key (portal_id, content_id) references version_contents (portal_id, id)
);
create index course_version_items_content on course_version_items (portal_id, content_id);
select enable_tenant('course_version_items');
revoke update on course_version_items from portico_app, portico_platform;
revoke delete on course_version_items from portico_app;

-- The pools of the exams of a version. The content is a list of questions.
create table course_version_pools (
  portal_id bigint not null,
  course_id bigint not null,
  version int not null,
  exam_id bigint not null,
  question_pool_id bigint not null,
  questions_count int,
  sort_number int not null,
  question_ids bigint[] not null,
  content_id bigint not null,
  primary key (portal_id, course_id, version, exam_id, question_pool_id),
  foreign key (portal_id, course_id, version) references course_versions (portal_id, course_id, number) on delete cascade,
  foreign key (portal_id, question_pool_id) references question_pools (portal_id, id),
  foreign key (portal_id, content_id) references version_contents (portal_id, id)
);
create index course_version_pools_content on course_version_pools (portal_id, content_id);
create index course_version_pools_pool on course_version_pools (portal_id, question_pool_id);
select enable_tenant('course_version_pools');
revoke update on course_version_pools from portico_app, portico_platform;
revoke delete on course_version_pools from portico_app;

-- The files and SCORM packages that a version needs: they cannot be deleted as long as it is there.
create table course_version_files (
  portal_id bigint not null,
  course_id bigint not null,
  version int not null,
  media_id bigint,
  package_id bigint,
  check (num_nonnulls(media_id, package_id) = 1),
  foreign key (portal_id, course_id, version) references course_versions (portal_id, course_id, number) on delete cascade,
  foreign key (portal_id, media_id) references media (portal_id, id),
  foreign key (portal_id, package_id) references scorm_packages (portal_id, id)
);
create index course_version_files_version on course_version_files (portal_id, course_id, version);
create index course_version_files_media on course_version_files (portal_id, media_id) where media_id is not null;
create index course_version_files_package on course_version_files (portal_id, package_id) where package_id is not null;
select enable_tenant('course_version_files');
revoke update on course_version_files from portico_app, portico_platform;
revoke delete on course_version_files from portico_app;

-- The items of drafts in the form of `course_version_items`, with what they say.
create view draft_items with (security_invoker) as
  select o.portal_id, o.course_id, o.itemable_type as item_type, o.itemable_id as item_id, null::bigint as module_id,
    o.id as place_id, o.sort_number, t.title, t.content
  from outline_items o
  cross join lateral (
    select m.title, '{}'::jsonb as content from modules m
    where o.itemable_type = 'Module' and m.portal_id = o.portal_id and m.id = o.itemable_id
    union all
    select e.title, jsonb_build_object('description', e.description, 'attempts_number', e.attempts_number,
      'passing_score', e.passing_score, 'shuffle_questions', e.shuffle_questions, 'time_limit_minutes', e.time_limit_minutes,
      'allows_offline', e.allows_offline)
    from exams e where o.itemable_type in ('Exam', 'Survey') and e.portal_id = o.portal_id and e.id = o.itemable_id
    union all
    select a.title, jsonb_build_object('attempts', a.attempts, 'score', a.score, 'reqs', a.reqs,
      'restrict_user_to_upload', a.restrict_user_to_upload, 'allow_text_response', a.allow_text_response,
      'media_id', a.media_id, 'materials', coalesce((
        select jsonb_agg(jsonb_build_object('id', f.id, 'media_id', f.media_id) order by f.id) from assignment_materials f
        where f.portal_id = a.portal_id and f.assignment_id = a.id
      ), '[]'))
    from assignments a where o.itemable_type = 'Assignment' and a.portal_id = o.portal_id and a.id = o.itemable_id
    union all
    select s.title, jsonb_build_object('slug', s.slug, 'scorm_id', s.scorm_id) from scorm_modules s
    where o.itemable_type = 'ScormModule' and s.portal_id = o.portal_id and s.id = o.itemable_id
    union all
    select c.title, jsonb_build_object('slug', c.slug, 'scorm_id', c.scorm_id) from cloud_scorm_modules c
    where o.itemable_type = 'CloudScormModule' and c.portal_id = o.portal_id and c.id = o.itemable_id
  ) t
  where o.deleted_at is null
  union all
  select i.portal_id, o.course_id, i.itemable_type, i.id, i.module_id, i.id, i.sort_number, i.title,
    jsonb_build_object('text', i.text, 'media_id', i.media_id, 'video_provider', i.video_provider, 'video_id', i.video_id,
      'video_hash', i.video_hash, 'captions', i.captions)
  from module_items i
  join outline_items o on o.portal_id = i.portal_id and o.itemable_type = 'Module' and o.itemable_id = i.module_id
    and o.deleted_at is null
  where i.deleted_at is null;
revoke insert, update, delete on draft_items from portico_app, portico_platform;

-- The pools of the exams of drafts in the form of `course_version_pools`, with their questions.
create view draft_pools with (security_invoker) as
  select o.portal_id, o.course_id, p.exam_id, p.question_pool_id, p.questions_count, p.sort_number,
  array(
    select q.id from questions q
    where q.portal_id = p.portal_id and q.question_pool_id = p.question_pool_id and q.deleted_at is null
    order by q.sort_number, q.id
  ) as question_ids, coalesce((
    select jsonb_agg(jsonb_build_object('id', q.id, 'type', q.type, 'text', q.text, 'explanation', q.explanation, 'answers', (
      select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'text', a.text, 'is_correct', a.is_correct)
        order by a.sort_number, a.id), '[]')
      from question_answers a
      where a.portal_id = q.portal_id and a.question_id = q.id and a.deleted_at is null
    )) order by q.sort_number, q.id)
    from questions q
    where q.portal_id = p.portal_id and q.question_pool_id = p.question_pool_id and q.deleted_at is null
  ), '[]') as content
  from exam_question_pools p
  join outline_items o on o.portal_id = p.portal_id and o.itemable_type in ('Exam', 'Survey') and o.itemable_id = p.exam_id
    and o.deleted_at is null;
revoke insert, update, delete on draft_pools from portico_app, portico_platform;

-- The items of every version of every course; version 0 is the draft.
create view course_items with (security_invoker) as
  select portal_id, course_id, 0 as version, item_type, item_id, module_id, place_id, sort_number, title, content
  from draft_items
  union all
  select i.portal_id, i.course_id, i.version, i.item_type, i.item_id, i.module_id, i.place_id, i.sort_number, i.title, c.content
  from course_version_items i
  left join version_contents c on c.portal_id = i.portal_id and c.id = i.content_id;
revoke insert, update, delete on course_items from portico_app, portico_platform;

-- The pools of the exams of every version in the same way, without what the questions say.
create view course_exam_pools with (security_invoker) as
  select portal_id, course_id, 0 as version, exam_id, question_pool_id, questions_count, sort_number, question_ids
  from draft_pools
  union all
  select portal_id, course_id, version, exam_id, question_pool_id, questions_count, sort_number, question_ids
  from course_version_pools;
revoke insert, update, delete on course_exam_pools from portico_app, portico_platform;

-- What a course offers to other portals, release by release: a published version, and the texts and pictures of the course
-- as they were then. Nothing changes it.
create table course_releases (
  portal_id bigint not null,
  course_id bigint not null,
  number int not null check (number >= 1),
  version int not null,
  fields jsonb not null,
  created_at timestamptz not null,
  created_by bigint references users,
  primary key (portal_id, course_id, number),
  foreign key (portal_id, course_id) references courses (portal_id, id),
  foreign key (portal_id, course_id, version) references course_versions (portal_id, course_id, number)
);
select enable_tenant('course_releases');
revoke update on course_releases from portico_app, portico_platform;
revoke delete on course_releases from portico_app;

-- Background runs that bring a release of a course to other portals (BLD-026, BLD-027).
create table publishing_jobs (
  id bigint generated always as identity primary key,
  portal_id bigint not null,
  course_id bigint not null,
  kind text not null check (kind in ('share', 'update')),
  release int not null,
  created_at timestamptz not null,
  created_by bigint not null references users,
  unique (portal_id, id),
  foreign key (portal_id, course_id, release) references course_releases (portal_id, course_id, number)
);
create index publishing_jobs_course on publishing_jobs (portal_id, course_id, id desc);
select enable_tenant('publishing_jobs');

-- A course shared with a portal, and how the last run that concerned it went there. `taken` and `declined` are the newest releases
-- that the other portal took and declined, as it reported; 0 is none.
create table course_shares (
  id bigint generated always as identity primary key,
  portal_id bigint not null,
  course_id bigint not null,
  to_portal_id bigint not null references portals check (to_portal_id <> portal_id),
  job_id bigint not null,
  -- 1 queued, 2 processing, 3 published, 4 failed.
  state smallint not null default 1 check (state between 1 and 4),
  error text,
  taken int not null default 0,
  declined int not null default 0,
  revoked_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (portal_id, id),
  unique (portal_id, course_id, to_portal_id),
  check ((state = 4) = (error is not null)),
  foreign key (portal_id, course_id) references courses (portal_id, id),
  foreign key (portal_id, job_id) references publishing_jobs (portal_id, id)
);
create index course_shares_list on course_shares (portal_id, id desc);
create index course_shares_job on course_shares (portal_id, job_id, state, id);
select enable_tenant('course_shares');

-- A course that came from another portal: the releases that were offered, taken and declined here.
create table received_courses (
  portal_id bigint not null,
  course_id bigint not null,
  source_portal_id bigint not null references portals,
  source_course_id bigint not null,
  offered int not null check (offered >= 1),
  taken int not null default 0 check (taken between 0 and offered),
  -- The newest release that was declined; a later one is offered again.
  declined int not null default 0 check (declined between 0 and offered),
  -- If true, updates are taken when they arrive.
  takes_updates boolean not null default false,
  received_at timestamptz not null,
  decided_at timestamptz,
  decided_by bigint references users,
  primary key (portal_id, course_id),
  unique (portal_id, source_portal_id, source_course_id),
  foreign key (portal_id, course_id) references courses (portal_id, id) on delete cascade
);
select enable_tenant('received_courses');

-- Which rows of a received course were made from which rows of its source, so that an update changes what is there and
-- learners' records of it hold.
create table received_items (
  portal_id bigint not null,
  course_id bigint not null,
  kind text not null check (kind in ('place', 'module', 'module_item', 'exam', 'pool', 'question', 'answer', 'assignment',
    'assignment_material', 'scorm', 'cloud')),
  source_id bigint not null,
  own_id bigint not null,
  primary key (portal_id, course_id, kind, source_id),
  unique (portal_id, kind, own_id),
  foreign key (portal_id, course_id) references received_courses (portal_id, course_id) on delete cascade
);
select enable_tenant('received_items');
