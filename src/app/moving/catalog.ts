// What the database says about its tables, joined with the rules for moving them. Whatever has no rule is a fault.
import type pg from 'pg'
import { readSchemaHash } from '#platform/db/migrate.ts'
import { type Goes, type Kind, TABLES, type TableRule } from './tables.ts'

export type PlannedColumn = { name: string; kind: Kind }
export type ForeignKey = { name: string; table: string; columns: string[]; to: string; to_columns: string[] }
export type PlannedTable = {
  name: string
  rule: Goes
  /** Those that are in the file, in the order of the table. */
  columns: PlannedColumn[]
  /** The columns of its primary key, in whose order rows are written. */
  key: string[]
  /** Those whose numbers come from a sequence. */
  sequences: string[]
}
export type MovePlan = {
  tables: PlannedTable[]
  left: { name: string; reason: string; has_portal: boolean }[]
  foreignKeys: ForeignKey[]
  /** Of the files that made the tables: both installations must have the same. */
  schema: string
}

type Column = { table: string; name: string; type: string; is_identity: boolean; is_generated: boolean }

const COLUMNS = `
  select c.relname as table, a.attname as name, format_type(coalesce(nullif(y.typbasetype, 0), y.oid), null) as type,
    a.attidentity <> '' as is_identity, a.attgenerated <> '' as is_generated
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  join pg_type y on y.oid = a.atttypid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
  order by c.relname, a.attnum`

const namesOf = (numbers: string, table: string) => `array(
  select a.attname::text from unnest(${numbers}) with ordinality n (number, place)
  join pg_attribute a on a.attrelid = ${table} and a.attnum = n.number order by n.place)`

const FOREIGN_KEYS = `
  select conname as name, conrelid::regclass::text as table, ${namesOf('conkey', 'conrelid')} as columns,
    confrelid::regclass::text as to, ${namesOf('confkey', 'confrelid')} as to_columns
  from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0
  order by conrelid::regclass::text, conname`

const PRIMARY_KEYS = `
  select conrelid::regclass::text as table, ${namesOf('conkey', 'conrelid')} as columns
  from pg_constraint where contype = 'p' and connamespace = 'public'::regnamespace`

/** Rows of other tables that both installations have on their own. */
const FOUND_THERE = new Set(['users', 'portals', 'subscription_plans'])
const ASKS_FOR_A_RULE = /^(bigint|bigint\[\]|jsonb|json|bytea)$/
const NAMES_RECORDS = /(^|_)key$|^packed$/

type Catalog = { columns: Map<string, Column[]>; foreignKeys: ForeignKey[]; keys: Map<string, string[]> }

const readCatalog = async (client: pg.ClientBase): Promise<Catalog> => {
  const columns = new Map<string, Column[]>()
  for (const column of (await client.query<Column>(COLUMNS)).rows)
    columns.set(column.table, [...(columns.get(column.table) ?? []), column])
  const { rows: foreignKeys } = await client.query<ForeignKey>(FOREIGN_KEYS)
  const { rows: keys } = await client.query<{ table: string; columns: string[] }>(PRIMARY_KEYS)
  return { columns, foreignKeys, keys: new Map(keys.map(({ table, columns }) => [table, columns])) }
}

type Rules = Readonly<Record<string, TableRule>>
const ruleOf = (rules: Rules, table: string): Goes | undefined => {
  const rule = rules[table]
  return rule && !('stays' in rule) ? rule : undefined
}

/** How the numbers of a column are written in the new place; null where nothing says so. */
const kindOf = (catalog: Catalog, rules: Rules, { table, name, type, is_identity }: Column): Kind | null => {
  const said = ruleOf(rules, table)?.columns[name]
  if (said) return said
  if (name === 'portal_id') return 'portal'
  if (table === 'users' && name === 'id') return 'user'
  if (is_identity) return 'id'
  for (const key of catalog.foreignKeys) {
    if (key.table !== table || key.to === 'portals' || !key.columns.includes(name)) continue
    const at = key.columns.indexOf(name)
    const target = catalog.columns.get(key.to)?.find((column) => column.name === key.to_columns[at])
    if (target) return kindOf(catalog, rules, target)
  }
  return ASKS_FOR_A_RULE.test(type) || NAMES_RECORDS.test(name) ? null : 'keep'
}

/** The faults of the rules for one table that goes along. */
const faultsOf = (catalog: Catalog, rules: Rules, table: string, columns: readonly Column[]): string[] => {
  const rule = ruleOf(rules, table)
  if (!rule) return []
  const names = new Set(columns.map(({ name }) => name))
  const open = columns.filter((column) => !column.is_generated && kindOf(catalog, rules, column) === null)
  return [
    ...(names.has('portal_id') || table === 'portals' ? [] : [`${table}: has no portal_id to go by`]),
    ...Object.keys(rule.columns)
      .filter((name) => !names.has(name))
      .map((name) => `${table}.${name}: has a rule and does not exist`),
    ...open.map(({ name, type }) => `${table}.${name}: no rule says what is in it (${type})`),
    ...catalog.foreignKeys
      .filter((key) => key.table === table && !FOUND_THERE.has(key.to) && !ruleOf(rules, key.to))
      .filter((key) => !key.columns.some((name) => rule.columns[name] === 'omit'))
      .map((key) => `${table}.${key.columns.at(-1)}: names rows of ${key.to}, which stays behind`),
  ]
}

/** The rules for the tables of this database, and what they leave open. */
export const planMove = async (
  client: pg.ClientBase,
  rules: Rules = TABLES,
): Promise<{ plan: MovePlan; faults: string[] }> => {
  const catalog = await readCatalog(client)
  const faults = [
    ...[...catalog.columns.keys()].filter((name) => !rules[name]).map((name) => `${name}: has no rule`),
    ...Object.keys(rules)
      .filter((name) => !catalog.columns.has(name))
      .map((name) => `${name}: has a rule and does not exist`),
    ...[...catalog.columns].flatMap(([table, columns]) => faultsOf(catalog, rules, table, columns)),
  ]
  const tables = [...catalog.columns].flatMap(([name, columns]): PlannedTable[] => {
    const rule = ruleOf(rules, name)
    if (!rule) return []
    return [
      {
        name,
        rule,
        columns: columns
          .filter(({ is_generated }) => !is_generated)
          .map((column) => ({ name: column.name, kind: kindOf(catalog, rules, column) ?? 'keep' }))
          .filter(({ kind }) => kind !== 'omit'),
        key: catalog.keys.get(name) ?? [],
        sequences: columns.filter(({ is_identity }) => is_identity).map(({ name: column }) => column),
      },
    ]
  })
  const left = [...catalog.columns].flatMap(([name, columns]) => {
    const rule = rules[name]
    const has_portal = columns.some((column) => column.name === 'portal_id')
    return rule && 'stays' in rule && !rule.isDerived ? [{ name, reason: rule.stays, has_portal }] : []
  })
  return { plan: { tables, left, foreignKeys: catalog.foreignKeys, schema: await readSchemaHash() }, faults }
}
