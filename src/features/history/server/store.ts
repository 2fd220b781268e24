import { sql } from 'kysely'
import { peopleFound } from '#features/accounts/server/api.ts'
import { lockCourse } from '#features/courses/server/api.ts'
import { spanOfDays } from '#kernel/format/day.ts'
import type { Tx } from '#platform/db/db.ts'
import { countRows } from '#platform/db/paging.ts'
import { FIELDS, fieldsOfPart, type Kind, type Part } from '../rules/fields.ts'
import type { Change, Values } from '../rules/state.ts'

/** A record with a history: the portal's settings, its roles, a person in it, or a course. */
export type RecordKey = { portal_id: number; kind: Kind; record_id: number }

/** Which changes of a portal are wanted; days are days in `time_zone`. */
export type HistoryFilter = {
  kind: Kind
  user_id?: number | undefined
  course_id?: number | undefined
  /** Who made the change. */
  search?: string | undefined
  part?: Part | undefined
  date_from?: string | undefined
  date_to?: string | undefined
  time_zone: string
}

const COLUMNS = [
  'c.id',
  'c.kind',
  'c.record_id',
  'c.fields',
  'c.changed',
  'c.user_id',
  'c.impersonator_id',
  'c.token_name',
  'c.origin',
  'c.restores_id',
  'c.created_at',
] as const

const changes = (tx: Tx) =>
  tx
    .selectFrom('record_changes as c')
    .select(COLUMNS)
    // As text: a day has no time zone.
    .select(sql<string | null>`c.restores_day::text`.as('restores_day'))

/** The changes of a portal that match; one query for the list, its export and the count of rows. */
export const matchingChanges = async (tx: Tx, portalId: number, filter: HistoryFilter) => {
  const { kind, part } = filter
  const { from, before } = spanOfDays(filter, filter.time_zone)
  let rows = changes(tx).where('c.portal_id', '=', portalId).where('c.kind', '=', kind)
  if (kind === 'course') rows = rows.where('c.record_id', '=', filter.course_id ?? 0)
  else if (kind !== 'person') rows = rows.where('c.record_id', '=', portalId)
  else if (filter.user_id !== undefined) rows = rows.where('c.record_id', '=', filter.user_id)
  if (part && kind === 'roles') rows = rows.where(sql<boolean>`split_part(c.fields[1], ' ', 1) = ${part}`)
  else if (part) rows = rows.where(sql<boolean>`c.fields && ${fieldsOfPart(kind, part)}::text[]`)
  if (from) rows = rows.where('c.created_at', '>=', from)
  if (before) rows = rows.where('c.created_at', '<', before)
  if (filter.search) {
    const matching = await peopleFound(tx, portalId, filter.search)
    rows = rows.where((eb) => eb.or([eb('c.user_id', 'in', matching), eb('c.impersonator_id', 'in', matching)]))
  }
  return rows
}

export type ChangeRow = Awaited<ReturnType<ReturnType<typeof changes>['execute']>>[number]

export const asChange = ({ fields, changed }: Pick<ChangeRow, 'fields' | 'changed'>): Change => ({
  fields,
  changed: changed as unknown as Change['changed'],
})

/** How many fields the matching changes have, which are the rows of their export. */
export const countFields = async (tx: Tx, portalId: number, filter: HistoryFilter, most?: number): Promise<number> => {
  const rows = await matchingChanges(tx, portalId, filter)
  return countRows(
    tx,
    rows.innerJoin(sql<{ field: string }>`unnest(c.fields)`.as('f'), (join) => join.onTrue()),
    most,
  )
}

export const findChange = async (tx: Tx, { portal_id, kind, record_id }: RecordKey, id: number) =>
  (await changes(tx)
    .where('c.portal_id', '=', portal_id)
    .where('c.kind', '=', kind)
    .where('c.record_id', '=', record_id)
    .where('c.id', '=', id)
    .executeTakeFirst()) ?? null

/** What changed in a record from a moment on, the newest first. */
export const changesSince = async (
  tx: Tx,
  { portal_id, kind, record_id }: RecordKey,
  from: Date,
): Promise<Change[]> => {
  const rows = await changes(tx)
    .where('c.portal_id', '=', portal_id)
    .where('c.kind', '=', kind)
    .where('c.record_id', '=', record_id)
    .where('c.created_at', '>=', from)
    .orderBy('c.id', 'desc')
    .execute()
  return rows.map(asChange)
}

/** The newest change of a record; 0 where there is none. */
export const newestChange = async (tx: Tx, { portal_id, kind, record_id }: RecordKey): Promise<number> => {
  const row = await tx
    .selectFrom('record_changes')
    .select('id')
    .where('portal_id', '=', portal_id)
    .where('kind', '=', kind)
    .where('record_id', '=', record_id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? 0
}

/** Locks the row of a record until the transaction ends; rows that name it can still come, as an enrollment does. */
export const lockRecord = async (tx: Tx, { portal_id, kind, record_id }: RecordKey): Promise<void> => {
  if (kind === 'course') {
    await lockCourse(tx, portal_id, { id: record_id })
    return
  }
  if (kind !== 'person') {
    await tx.selectFrom('portals').select('id').where('id', '=', portal_id).forNoKeyUpdate().execute()
    return
  }
  await tx
    .selectFrom('portal_users')
    .select('user_id')
    .where('portal_id', '=', portal_id)
    .where('user_id', '=', record_id)
    .forNoKeyUpdate()
    .execute()
}

/** The record's values, written as the triggers write them. */
const valuesOf = ({ portal_id, kind, record_id }: RecordKey) => {
  if (kind === 'roles')
    return sql<{ values: Values }>`
      select coalesce(jsonb_object_agg(s.name, s.is_allowed), '{}') as values from (
        select concat_ws(' ', role, permission) as name, is_allowed from portal_permissions where portal_id = ${portal_id}
        union all
        select concat_ws(' ', d.role, d.permission, d.kind), d.is_allowed
        from permission_defaults d join portals p on p.id = ${portal_id}
        where d.kind in ('general', case when p.type = 1 then 'house' else 'channel' end)) s`
  if (kind === 'course')
    return sql<{ values: Values }>`
      select to_jsonb(c) || jsonb_build_object(
        'course_pricings', (select coalesce(jsonb_agg(p."from" || ':' || p.price_cents order by p."from"), '[]')
          from course_pricings p where p.portal_id = c.portal_id and p.course_id = c.id),
        'catalog_terms', (select coalesce(jsonb_agg(t.term_id order by t.term_id), '[]')
          from course_terms t where t.portal_id = c.portal_id and t.course_id = c.id),
        'instructors', (select coalesce(jsonb_agg(i.user_id order by i.user_id), '[]')
          from course_instructors i where i.portal_id = c.portal_id and i.course_id = c.id)) as values
      from courses c where c.portal_id = ${portal_id} and c.id = ${record_id}`
  return kind === 'settings'
    ? sql<{ values: Values }>`
        select to_jsonb(p) || coalesce((
          select jsonb_object_agg('company_' || field.key, field.value)
          from companies c cross join jsonb_each(to_jsonb(c)) field where c.portal_id = p.id), '{}') as values
        from portals p where p.id = ${portal_id}`
    : sql<{ values: Values }>`
        select to_jsonb(m) || jsonb_build_object(
          'is_member', m.left_at is null,
          'email', coalesce(m.former_email, u.email),
          'is_blocked_everywhere', coalesce(u.is_blocked, false),
          'badge_number', (select b.number from badges b
            where b.portal_id = m.portal_id and b.user_id = m.user_id and b.withdrawn_at is null),
          'is_outside', (select r.is_outside from portal_user_roles r
            where r.portal_id = m.portal_id and r.user_id = m.user_id and r.role = 'manager'),
          'roles', (select coalesce(jsonb_agg(r.role order by r.role), '[]') from portal_user_roles r
            where r.portal_id = m.portal_id and r.user_id = m.user_id),
          'tags', (select coalesce(jsonb_agg(t.term_id order by t.term_id), '[]') from user_tags t
            where t.portal_id = m.portal_id and t.user_id = m.user_id)) as values
        from portal_users m left join users u on u.id = m.user_id
        where m.portal_id = ${portal_id} and m.user_id = ${record_id}`
}

/** How a record is now, by its recorded fields; null where there is none. */
export const valuesNow = async (tx: Tx, key: RecordKey): Promise<Values | null> => {
  const { rows } = await valuesOf(key).execute(tx)
  const values = rows[0]?.values
  if (key.kind === 'roles') return values ?? {}
  return values ? Object.fromEntries([...FIELDS[key.kind].keys()].map((field) => [field, values[field] ?? null])) : null
}

/** Since when there is a portal, or a course. */
export const createdAt = async (tx: Tx, { portal_id, kind, record_id }: RecordKey): Promise<Date> => {
  const rows =
    kind === 'course'
      ? tx.selectFrom('courses').select('created_at').where('portal_id', '=', portal_id).where('id', '=', record_id)
      : tx.selectFrom('portals').select('created_at').where('id', '=', portal_id)
  return (await rows.executeTakeFirstOrThrow()).created_at
}

/** Deletes some of the changes of all portals that are too old; answers how many. */
export const deleteOldChanges = async (tx: Tx, before: Date, most: number): Promise<number> => {
  const old = tx.selectFrom('record_changes').select('id').where('created_at', '<', before).limit(most)
  const { numDeletedRows } = await tx.deleteFrom('record_changes').where('id', 'in', old).executeTakeFirst()
  return Number(numDeletedRows)
}
