-- PostgreSQL reads and prepares every check of a table anew for each statement that writes to it, also those of columns that
-- are not written: a third of what counting an answer took. A check of one column that belongs to its type instead is kept
-- prepared, and asked only where a value of it is written. What may stand in the columns stays the same.
do $$
declare
  part record;
begin
  for part in
    select n.nspname, c.conrelid::regclass as of_table, c.conname, a.attname,
      format_type(a.atttypid, a.atttypmod) as base, pg_get_expr(c.conbin, c.conrelid) as rule
    from pg_constraint c
    join pg_namespace n on n.oid = c.connamespace
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'c' and cardinality(c.conkey) = 1 and c.conrelid in ('enrollments'::regclass,
      'course_user_progress'::regclass, 'exam_attempts'::regclass, 'scorm_attempts'::regclass,
      'scorm_sco_states'::regclass, 'scorm_commits'::regclass)
    order by c.conrelid, c.conname
  loop
    execute format('create domain %I.%I as %s constraint %I check (%s)', part.nspname, part.conname, part.base,
      part.conname, regexp_replace(part.rule, '\m' || part.attname || '\M', 'value', 'g'));
    execute format('alter table %s drop constraint %I, alter column %I type %I.%I', part.of_table, part.conname,
      part.attname, part.nspname, part.conname);
  end loop;
end
$$;
