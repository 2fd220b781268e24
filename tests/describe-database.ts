import type pg from 'pg'

/** Queries that answer one line of text for each object of the schema `public`, by name and never by number. */
const OBJECTS = {
  extension: `select extname || ' ' || extversion as line from pg_extension`,
  type: `
    select format('%s %s base=%s not_null=%s default=%s %s', t.typname, t.typtype, format_type(t.typbasetype, t.typtypmod),
        t.typnotnull, t.typdefault, coalesce((select string_agg(e.enumlabel, ',' order by e.enumsortorder)
          from pg_enum e where e.enumtypid = t.oid), '')) as line
      from pg_type t
     where t.typnamespace = 'public'::regnamespace and t.typtype in ('d', 'e', 'r')`,
  relation: `
    select format('%s kind=%s persistence=%s row_security=%s forced=%s options=%s owner=%s replica=%s', c.relname, c.relkind,
        c.relpersistence, c.relrowsecurity, c.relforcerowsecurity, c.reloptions, pg_get_userbyid(c.relowner), c.relreplident) as line
      from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind not in ('c')`,
  column: `
    select format('%s.%s %s collation=%s not_null=%s default=%s identity=%s generated=%s storage=%s statistics=%s', c.relname,
        a.attname, format_type(a.atttypid, a.atttypmod), co.collname, a.attnotnull, pg_get_expr(d.adbin, d.adrelid),
        a.attidentity, a.attgenerated, a.attstorage, a.attstattarget) as line
      from pg_attribute a
      join pg_class c on c.oid = a.attrelid and c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      left join pg_collation co on co.oid = a.attcollation
     where a.attnum > 0 and not a.attisdropped`,
  constraint: `
    select format('%s %s: %s validated=%s', coalesce(c.conrelid::regclass::text, c.contypid::regtype::text), c.conname,
        pg_get_constraintdef(c.oid), c.convalidated) as line
      from pg_constraint c where c.connamespace = 'public'::regnamespace`,
  index: `
    select pg_get_indexdef(i.indexrelid) || ' valid=' || i.indisvalid as line
      from pg_index i join pg_class c on c.oid = i.indexrelid and c.relnamespace = 'public'::regnamespace`,
  sequence: `
    select format('%s %s start=%s step=%s min=%s max=%s cache=%s cycle=%s', c.relname, format_type(s.seqtypid, null), s.seqstart,
        s.seqincrement, s.seqmin, s.seqmax, s.seqcache, s.seqcycle) as line
      from pg_sequence s join pg_class c on c.oid = s.seqrelid and c.relnamespace = 'public'::regnamespace`,
  view: `select viewname || ' ' || definition as line from pg_views where schemaname = 'public'`,
  function: `
    select pg_get_functiondef(p.oid) as line
      from pg_proc p
     where p.pronamespace = 'public'::regnamespace and p.prokind <> 'a' and not ${ofExtension('p.oid')}`,
  aggregate: `
    select format('%s step=%s type=%s start=%s parallel=%s', p.oid::regprocedure, a.aggtransfn, format_type(a.aggtranstype, null),
        md5(a.agginitval), p.proparallel) as line
      from pg_aggregate a join pg_proc p on p.oid = a.aggfnoid
     where p.pronamespace = 'public'::regnamespace and not ${ofExtension('p.oid')}`,
  trigger: `
    select pg_get_triggerdef(t.oid) || ' enabled=' || t.tgenabled::text as line
      from pg_trigger t join pg_class c on c.oid = t.tgrelid and c.relnamespace = 'public'::regnamespace
     where not t.tgisinternal`,
  policy: `
    select format('%s.%s %s for %s to %s using %s check %s', tablename, policyname, permissive, cmd, roles, qual, with_check) as line
      from pg_policies where schemaname = 'public'`,
  statistics: `
    select pg_get_statisticsobjdef(oid) as line from pg_statistic_ext where stxnamespace = 'public'::regnamespace`,
  'rights of a relation': grants(`
    select c.relname as name, coalesce(c.relacl, acldefault(case c.relkind when 'S' then 's' else 'r' end::"char", c.relowner)) as acl
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'S')`),
  'rights of a column': grants(`
    select c.relname || '.' || a.attname as name, a.attacl as acl
      from pg_attribute a join pg_class c on c.oid = a.attrelid and c.relnamespace = 'public'::regnamespace
     where a.attacl is not null and not a.attisdropped`),
  'rights of a function': grants(`
    select p.oid::regprocedure::text as name, coalesce(p.proacl, acldefault('f', p.proowner)) as acl
      from pg_proc p where p.pronamespace = 'public'::regnamespace and not ${ofExtension('p.oid')}`),
  'rights of the schema': grants(`select nspname::text as name, nspacl as acl from pg_namespace where nspname = 'public'`),
  'default rights': grants(`
    select format('%s %s', defaclrole::regrole, defaclobjtype) as name, defaclacl as acl from pg_default_acl`),
}

/**
 * Every object of the schema `public`, with its definition and rights, in an order that depends on names alone: two
 * databases with the same lines behave the same. The order of columns, spaces, and comments in functions do not count.
 */
export async function describeDatabase(client: Pick<pg.Client, 'query'>): Promise<string[]> {
  const lines: string[] = []
  for (const [kind, query] of Object.entries(OBJECTS)) {
    const { rows } = await client.query<{ line: string }>(query)
    lines.push(...rows.map(({ line }) => `${kind} ${plain(line)}`))
  }
  const { rows: tables } = await client.query<{ name: string }>(`
    select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'schema_migrations'`)
  for (const { name } of tables) {
    const { rows } = await client.query(`select to_jsonb(t)::text as row from public."${name}" t`)
    lines.push(...rows.map(({ row }) => `row ${name} ${row}`))
  }
  return lines.sort()
}

function plain(text: string) {
  return text.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ').trim()
}

function grants(objects: string) {
  return `
    select format('%s %s %s%s', o.name, case g.grantee when 0 then 'public' else g.grantee::regrole::text end, g.privilege_type,
        case when g.is_grantable then ' grantable' else '' end) as line
      from (${objects}) o cross join lateral aclexplode(o.acl) g`
}

function ofExtension(oid: string) {
  return `exists (select from pg_depend d where d.objid = ${oid} and d.deptype = 'e')`
}
