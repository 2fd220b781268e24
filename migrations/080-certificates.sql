-- Certificates of finished courses, as they were on the day of issue (CER-007).

create table certificates (
  id bigint generated always as identity primary key,
  portal_id bigint not null,
  number text not null unique,
  user_id bigint not null,
  course_id bigint not null,
  -- The enrolment; it never gets a second certificate (CER-006).
  related_id bigint not null,
  template_id bigint not null,
  holder_name text not null,
  course_title text not null,
  provider text not null,
  -- What else is printed: the template's words and pictures and the portal's colour, so that the PDF does not depend on
  -- when it is made.
  design jsonb not null,
  is_automatic boolean not null,
  issued_by bigint references users,
  issued_at timestamptz not null,
  expires_at timestamptz check (expires_at > issued_at),
  -- The PDF, once it has been made.
  file_key text,
  file_size int,
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  revoked_at timestamptz,
  revoked_by bigint references users,
  revoke_reason text,
  unique (portal_id, id),
  unique (portal_id, related_id),
  check ((file_key is null) = (sha256 is null) and (file_key is null) = (file_size is null)),
  check ((revoked_at is null) = (revoke_reason is null)),
  foreign key (portal_id, user_id) references portal_users (portal_id, user_id),
  foreign key (portal_id, course_id) references courses (portal_id, id),
  foreign key (portal_id, related_id) references enrollments (portal_id, id),
  foreign key (portal_id, template_id) references certificate_templates (portal_id, id)
);
create index certificates_list on certificates (portal_id, issued_at desc, id desc);
create index certificates_of_user on certificates (portal_id, user_id, issued_at desc, id desc);
create index certificates_of_course on certificates (portal_id, course_id, issued_at desc, id desc);
select enable_tenant('certificates');

-- Records are kept for the retention time of training records (CER-009, LEG-007): nothing is deleted, and of what was
-- issued only the PDF is added and the revocation.
revoke delete, update on certificates from portico_app, portico_platform;
grant update (file_key, file_size, sha256, revoked_at, revoked_by, revoke_reason) on certificates to portico_app, portico_platform;
