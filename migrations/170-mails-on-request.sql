-- Mails that somebody asked for by typing an address. They are counted for the address over all portals, so that nobody's
-- mailbox can be flooded from here.
create table mails_on_request (
  id bigint generated always as identity primary key,
  to_email text not null,
  created_at timestamptz not null default now()
);
create index mails_on_request_to_email on mails_on_request (to_email, created_at);
create index mails_on_request_created_at on mails_on_request (created_at);
