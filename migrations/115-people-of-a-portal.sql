-- What administrators keep about the people of their portal (USR-024 to USR-041).

-- Somebody who was removed from a portal while records of theirs stay there (USR-011).
alter table portal_users add column left_at timestamptz;

-- When the person, or who looks after them, confirmed the shipping address as entered (SHP-015); null after a change of it.
alter table users add column shipping_confirmed_at timestamptz;

create table user_notes (
  id bigint generated always as identity primary key,
  portal_id bigint not null,
  user_id bigint not null,
  author_id bigint not null references users,
  text text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (portal_id, id),
  foreign key (portal_id, user_id) references portal_users (portal_id, user_id) on delete cascade
);
create index user_notes_list on user_notes (portal_id, user_id, id desc);
select enable_tenant('user_notes');

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
