-- Numbered marks of approving agencies on certificates, as they were on the day of issue (CER-022).
create table seals (
  id bigint generated always as identity primary key,
  portal_id bigint not null,
  certificate_id bigint not null,
  course_id bigint not null,
  user_id bigint not null,
  -- The agency, as long as it is in the catalogue.
  agency_id bigint,
  prefix text not null,
  -- Unique over all portals, because the id is.
  number text not null unique generated always as (prefix || '-' || lpad(id::text, greatest(6, length(id::text)), '0')) stored,
  title text not null,
  image text,
  issued_at timestamptz not null,
  unique (portal_id, id),
  unique (portal_id, certificate_id, agency_id),
  foreign key (portal_id, certificate_id) references certificates (portal_id, id),
  foreign key (portal_id, course_id) references courses (portal_id, id),
  foreign key (portal_id, user_id) references portal_users (portal_id, user_id),
  foreign key (portal_id, agency_id) references terms (portal_id, id) on delete set null (agency_id)
);
create index seals_of_user on seals (portal_id, user_id, issued_at desc, id desc);
select enable_tenant('seals');

-- Records of training, as the certificates that bear them (CER-009).
revoke delete, update on seals from portico_app, portico_platform;
grant update (agency_id) on seals to portico_app, portico_platform;
