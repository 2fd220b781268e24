-- The same file sent again after its answer was lost counts once, whatever it is called; the browser that chose it names it.
alter table assignment_files add column client_id uuid;
create unique index assignment_files_once on assignment_files (portal_id, enrollment_id, assignment_id, client_id)
  where client_id is not null;
