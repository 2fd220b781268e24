-- E-mail addresses stand in this table without a portal. The program counts them through a function, and reads none.
alter table mails_on_request enable row level security;
alter table mails_on_request force row level security;
create policy platform on mails_on_request to portico_platform using (true) with check (true);
create policy owner on mails_on_request to current_user using (true) with check (true);
revoke select, insert, update, delete on mails_on_request from portico_app;

-- Counts a mail to an address; false, and nothing is counted, when it had `most` in the hour before. The lock lets requests
-- that come at the same moment count one after the other.
create function count_mail_on_request(address text, at timestamptz, most int) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('mail on request:' || address, 0));
  if (select count(*) from mails_on_request where to_email = address and created_at > at - interval '1 hour') >= most then
    return false;
  end if;
  insert into mails_on_request (to_email, created_at) values (address, at);
  return true;
end
$$;
revoke all on function count_mail_on_request(text, timestamptz, int) from public;
grant execute on function count_mail_on_request(text, timestamptz, int) to portico_app, portico_platform;
