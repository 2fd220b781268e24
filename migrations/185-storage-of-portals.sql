-- How much storage a portal may use; null is the configured default (UPL-039).
alter table portals add column storage_quota bigint check (storage_quota >= 0);

-- A public file that was taken off its address has given its bytes back; every other row has its file.
create index media_storage on media (portal_id) include (size) where not (is_public and deleted_at is not null);
create index assignment_files_storage on assignment_files (portal_id) include (size);

-- Bytes of all files of a portal: library and attachments, handed-in files, unpacked packages, made exports.
create function portal_storage_used(portal bigint) returns bigint language sql stable as $$
  select coalesce((select sum(size) from media where portal_id = portal and not (is_public and deleted_at is not null)), 0)::bigint
    + coalesce((select sum(size) from assignment_files where portal_id = portal), 0)::bigint
    + coalesce((select sum(size) from scorm_packages where portal_id = portal), 0)::bigint
    + coalesce((select sum(file_size) from exports where portal_id = portal), 0)::bigint
$$;

-- Disks that are nearly full and whose operators were told, so that they are told once (UPL-041).
create table disk_alarms (
  place text primary key,
  raised_at timestamptz not null
);
