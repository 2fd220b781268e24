-- Days of a portal (completion, due, expiry, certificates) are days in its time zone, an IANA name.
alter table portals add column time_zone text not null default 'America/New_York';

-- A certificate keeps the zone in which its days were counted, whatever the portal chooses later. What was issued before
-- has its days printed in UTC.
alter table certificates add column time_zone text not null default 'UTC';
alter table certificates alter column time_zone set default 'America/New_York';
