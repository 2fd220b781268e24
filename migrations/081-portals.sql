-- The list of portals by name.
create index portals_by_name on portals (name collate "C", id);
