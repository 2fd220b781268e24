-- Certificates and seals of finished courses. They are records of training and are kept for the retention time (CER-009,
-- LEG-007): nothing is deleted, and only the columns granted below change after the issue. At the end are the keys with which a
-- portal signs what others check without it, such as files for inspectors (EVD-002).

-- Certificates of finished courses, as of the day of issue (CER-007).
create table certificates (
  id bigint generated always as identity primary key,
  portal_id bigint not null,
  number text not null unique,
  user_id bigint not null,
  course_id bigint not null,
  -- The enrollment; it never gets a second certificate (CER-006).
  related_id bigint not null,
  template_id bigint not null,
  holder_name text not null,
  course_title text not null,
  provider text not null,
  -- The version of the course that it was earned in; null for a course that was never published (VER-012).
  course_version int,
  -- What else is printed: texts and pictures of the template and the portal's color, so that the PDF is the same whenever
  -- it is made.
  design jsonb not null,
  is_automatic boolean not null,
  issued_by bigint references users,
  issued_at timestamptz not null,
  expires_at timestamptz check (expires_at > issued_at),
  -- The time zone in which its days are counted, even if the portal chooses another one later.
  time_zone text not null default 'America/New_York',
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
  foreign key (portal_id, course_id, course_version) references course_versions (portal_id, course_id, number),
  foreign key (portal_id, related_id) references enrollments (portal_id, id),
  foreign key (portal_id, template_id) references certificate_templates (portal_id, id)
);
create index certificates_list on certificates (portal_id, issued_at desc, id desc) include (expires_at, revoked_at);
create index certificates_of_user on certificates (portal_id, user_id, issued_at desc, id desc);
create index certificates_of_course on certificates (portal_id, course_id, issued_at desc, id desc);
-- Whether a certificate has been replaced by a newer one.
create index certificates_newest on certificates (portal_id, user_id, course_id, issued_at desc, id desc) where revoked_at is null;
create index certificates_expiring on certificates (portal_id, expires_at, id) where revoked_at is null and expires_at is not null;
select enable_tenant('certificates');
revoke delete, update on certificates from portico_app, portico_platform;
grant update (file_key, file_size, sha256, revoked_at, revoked_by, revoke_reason) on certificates to portico_app, portico_platform;

-- Numbered marks of approving agencies on certificates, as of the day of issue (CER-022).
create table seals (
  id bigint generated always as identity primary key,
  portal_id bigint not null,
  certificate_id bigint not null,
  course_id bigint not null,
  user_id bigint not null,
  -- The agency, as long as it is in the catalog.
  agency_id bigint,
  -- Printed on the certificate, so it stays when the portal moves to another installation.
  number text not null,
  title text not null,
  image text,
  issued_at timestamptz not null,
  unique (portal_id, id),
  unique (portal_id, number),
  unique (portal_id, certificate_id, agency_id),
  foreign key (portal_id, certificate_id) references certificates (portal_id, id),
  foreign key (portal_id, course_id) references courses (portal_id, id),
  foreign key (portal_id, user_id) references portal_users (portal_id, user_id),
  foreign key (portal_id, agency_id) references terms (portal_id, id) on delete set null (agency_id)
);
create index seals_of_user on seals (portal_id, user_id, issued_at desc, id desc);
select enable_tenant('seals');
revoke delete, update on seals from portico_app, portico_platform;
grant update (agency_id) on seals to portico_app, portico_platform;

-- Numbers a new seal: it comes with the code of its agency, and the running number follows.
create function number_seal() returns trigger language plpgsql as $$
begin
  new.number := new.number || '-' || lpad(new.id::text, greatest(6, length(new.id::text)), '0');
  return new;
end
$$;
create trigger number_seal before insert on seals for each row execute function number_seal();

-- Ed25519 keys of a portal. One of them signs; the public halves of earlier ones stay, so that what they signed can be checked.
create table signing_keys (
  portal_id bigint not null references portals,
  -- The first 16 hexadecimal digits of the SHA-256 of the public key.
  key_id text not null check (key_id ~ '^[0-9a-f]{16}$'),
  -- The 32 bytes of RFC 8032.
  public_key bytea not null check (length(public_key) = 32),
  -- Encrypted with the key of the configuration; gone once another key signs.
  private_key bytea,
  created_at timestamptz not null,
  retired_at timestamptz,
  primary key (portal_id, key_id),
  check ((private_key is null) = (retired_at is not null))
);
create unique index signing_keys_one_signs on signing_keys (portal_id) where retired_at is null;
select enable_tenant('signing_keys');
revoke update, delete on signing_keys from portico_app, portico_platform;
grant update (private_key, retired_at) on signing_keys to portico_app, portico_platform;
