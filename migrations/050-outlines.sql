-- What is in a course: modules, exams, assignments and SCORM packages, in the order in which learners take them.

-- The outline: what is in a course, in which order. Each kind of item has its own table.
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

-- A lesson of a course: a list of texts, documents, audio and video.
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

-- A text, document, audio or video of a module.
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
  -- A list of `media_id`, `language` and `label`; the files are in WebVTT (BLD-070).
  captions jsonb check (jsonb_typeof(captions) = 'array'),
  deleted_at timestamptz,
  updated_at timestamptz not null default now(),
  unique (portal_id, id),
  foreign key (portal_id, module_id) references modules (portal_id, id) on delete cascade,
  foreign key (portal_id, media_id) references media (portal_id, id)
);
create index module_items_module on module_items (portal_id, module_id, sort_number) where deleted_at is null;
select enable_tenant('module_items');
select note_media_uses_of('module_items', 'text', 'media_id', 'captions');

-- Every change of what is in a course, or of its order, moves the stamp of its outline in the same transaction, no matter
-- which code makes it. Authors hold the lock of the course, so the stamps follow each other as the changes do.
create function outline_moves() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'outline_items' and tg_op = 'UPDATE' then
    update courses c set outline_version = outline_version + 1
    where (c.portal_id, c.id) in (
      select unnest(array[o.portal_id, n.portal_id]), unnest(array[o.course_id, n.course_id])
      from former o join changed n using (id)
      where (o.portal_id, o.course_id, o.itemable_type, o.itemable_id, o.sort_number, o.deleted_at)
        is distinct from (n.portal_id, n.course_id, n.itemable_type, n.itemable_id, n.sort_number, n.deleted_at));
  elsif tg_table_name = 'outline_items' then
    update courses c set outline_version = outline_version + 1
    where (c.portal_id, c.id) in (select portal_id, course_id from changed);
  elsif tg_op = 'UPDATE' then
    update courses c set outline_version = outline_version + 1
    where (c.portal_id, c.id) in (
      select p.portal_id, p.course_id
      from former o join changed n using (id)
      join outline_items p on p.portal_id = n.portal_id and p.itemable_type = 'Module'
        and p.itemable_id in (o.module_id, n.module_id)
      where (o.module_id, o.itemable_type, o.sort_number, o.deleted_at)
        is distinct from (n.module_id, n.itemable_type, n.sort_number, n.deleted_at));
  else
    update courses c set outline_version = outline_version + 1
    where (c.portal_id, c.id) in (
      select p.portal_id, p.course_id
      from changed n
      join outline_items p on p.portal_id = n.portal_id and p.itemable_type = 'Module' and p.itemable_id = n.module_id);
  end if;
  return null;
end
$$;

create trigger outline_gains after insert on outline_items referencing new table as changed
  for each statement execute function outline_moves();
create trigger outline_loses after delete on outline_items referencing old table as changed
  for each statement execute function outline_moves();
create trigger outline_changes after update on outline_items referencing old table as former new table as changed
  for each statement execute function outline_moves();
create trigger outline_gains after insert on module_items referencing new table as changed
  for each statement execute function outline_moves();
create trigger outline_loses after delete on module_items referencing old table as changed
  for each statement execute function outline_moves();
create trigger outline_changes after update on module_items referencing old table as former new table as changed
  for each statement execute function outline_moves();

-- A pool of questions from which exams draw.
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
  -- It came with a shared course, whose exams alone draw from it.
  is_received boolean not null default false,
  unique (portal_id, id),
  foreign key (portal_id, partner_company_id) references partner_companies (portal_id, id)
);
create index question_pools_list on question_pools (portal_id, id desc) where deleted_at is null and not is_received;
create index question_pools_by_title on question_pools (portal_id, title collate "C", id)
  where deleted_at is null and not is_received;
select enable_tenant('question_pools');

-- The questions of a pool.
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
select note_media_uses_of('questions', 'text', 'explanation');

-- The answers that a question offers.
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

-- An import of questions into a pool from a file (QPL-014).
create table question_imports (
  id bigint generated always as identity primary key,
  portal_id bigint not null,
  question_pool_id bigint not null,
  -- Who took the last step.
  user_id bigint not null references users,
  file_name text not null,
  format text not null check (format in ('gift', 'aiken', 'moodle', 'qti', 'sheet')),
  status text not null default 'checked' check (status in ('checked', 'done', 'undone')),
  created_at timestamptz not null,
  run_at timestamptz,
  expires_at timestamptz not null,
  unique (portal_id, id),
  foreign key (portal_id, question_pool_id) references question_pools (portal_id, id) on delete cascade
);
create index question_imports_pool on question_imports (portal_id, question_pool_id, id desc);
create index question_imports_user on question_imports (user_id);
create index question_imports_expiring on question_imports (expires_at);
select enable_tenant('question_imports');

-- A question of such a file: what the check said of it, what the run did, what the undo took back.
create table question_import_rows (
  id bigint generated always as identity primary key,
  portal_id bigint not null,
  import_id bigint not null,
  -- Where it stands in the file.
  place text not null,
  title text not null,
  category text,
  -- { "type", "text", "answers", "explanation" } as the pool takes it; null where it is refused.
  question jsonb,
  outcome text not null check (outcome in ('new', 'present', 'repeated', 'refused')),
  reason text,
  notes text[] not null,
  -- Null before the run.
  result text check (result in ('added', 'left_out', 'refused', 'removed', 'kept')),
  result_reason text,
  question_id bigint,
  foreign key (portal_id, import_id) references question_imports (portal_id, id) on delete cascade,
  foreign key (portal_id, question_id) references questions (portal_id, id) on delete set null (question_id)
);
create index question_import_rows_in_order on question_import_rows (portal_id, import_id, id);
create index question_import_rows_question on question_import_rows (portal_id, question_id) where question_id is not null;
select enable_tenant('question_import_rows');

-- A picture of such a file that passed the checks of uploads and waits for the run, which takes it into the library under its
-- uuid. The bytes are gone with the run, or with the import.
create table question_import_pictures (
  portal_id bigint not null,
  import_id bigint not null,
  uuid uuid not null,
  name text not null,
  mime_type text not null,
  extension text not null,
  bytes bytea not null,
  primary key (portal_id, import_id, uuid),
  foreign key (portal_id, import_id) references question_imports (portal_id, id) on delete cascade
);
select enable_tenant('question_import_pictures');

-- Exams and surveys of courses.
create table exams (
  id bigint generated always as identity primary key,
  portal_id bigint not null,
  course_id bigint not null,
  type text not null check (type in ('exam', 'survey')),
  title text not null, description text,
  attempts_number int check (attempts_number >= 1),
  passing_score smallint not null default 70 check (passing_score between 0 and 100),
  shuffle_questions boolean not null default false,
  -- Null means no limit; the clock of the server ends the attempt.
  time_limit_minutes int check (time_limit_minutes between 1 and 1440),
  -- Learners may take it along on a device and take it without a connection.
  allows_offline boolean not null default false,
  unique (portal_id, id),
  foreign key (portal_id, course_id) references courses (portal_id, id) on delete cascade
);
create index exams_course on exams (portal_id, course_id);
select enable_tenant('exams');
select note_media_uses_of('exams', 'description');

-- The pools from which an exam draws, with how many questions from each.
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

-- Tasks for which learners hand in a text or files.
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
select note_media_uses_of('assignments', 'reqs', 'media_id');

-- More files of an assignment, besides its task file (ASG-006).
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
select note_media_uses_of('assignment_materials', 'media_id');

-- An unpacked SCORM 1.2 package. `outline` is what its manifest says; `error` is why it cannot be played. A package of a
-- shared course has a row in each portal that has it, with the same uuid, under which its files are stored once.
create table scorm_packages (
  id bigint generated always as identity primary key,
  portal_id bigint not null references portals,
  uuid uuid not null default uuidv7(),
  file_name text not null,
  status text not null default 'PENDING' check (status in ('NOT_STARTED', 'PENDING', 'SUCCESS', 'FAILED', 'TEMPORARY_FAILURE')),
  progress smallint not null default 0 check (progress between 0 and 100),
  error text, version text, title text, entry text, outline jsonb, files_count int, size bigint,
  -- What was assumed where the manifest leaves something out, as sentences for the author (SCO-034).
  notes text[] not null default '{}',
  upload_id text,
  user_id bigint references users,
  -- It came with a shared course and takes no storage of this portal.
  is_received boolean not null default false,
  created_at timestamptz not null default now(),
  unique (portal_id, id),
  unique (portal_id, uuid),
  unique (portal_id, upload_id)
);
create index scorm_packages_uuid on scorm_packages (uuid);
select enable_tenant('scorm_packages');

-- A SCORM package as an item of a course.
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

-- A package on its way to the cloud SCORM service; `course_id` is its name there.
create table cloud_scorm_imports (
  id bigint generated always as identity primary key,
  portal_id bigint not null references portals,
  uuid uuid not null default uuidv7() unique,
  user_id bigint references users,
  upload_id text not null,
  file_name text not null,
  course_id text not null,
  status text not null default 'NOT_STARTED' check (status in ('FAILED', 'PENDING', 'SUCCESS', 'TEMPORARY_FAILURE', 'NOT_STARTED')),
  -- Temporary failures since the last success of a step (INT-005).
  failures int not null default 0,
  -- The import at the service, once the bytes have arrived.
  job_id text,
  title text,
  error text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (portal_id, id),
  unique (portal_id, upload_id)
);
select enable_tenant('cloud_scorm_imports');

-- A package of the cloud SCORM service as an item of a course.
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
