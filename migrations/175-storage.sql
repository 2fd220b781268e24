-- Bytes of all files of a portal: library and attachments, submitted files, documents, unpacked packages, exports.
create function portal_storage_used(portal bigint) returns bigint language sql stable as $$
  select coalesce((select sum(size) from media where portal_id = portal and not is_received
      and not (is_public and deleted_at is not null)), 0)::bigint
    + coalesce((select sum(size) from assignment_files where portal_id = portal), 0)::bigint
    + coalesce((select sum(file_size) from compliance_documents where portal_id = portal), 0)::bigint
    + coalesce((select sum(size) from scorm_packages where portal_id = portal and not is_received), 0)::bigint
    + coalesce((select sum(file_size) from exports where portal_id = portal), 0)::bigint
$$;
