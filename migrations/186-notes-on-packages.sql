-- What was assumed of a package whose manifest leaves something out, as sentences for its author (SCO-034).
alter table scorm_packages add column notes text[] not null default '{}';
