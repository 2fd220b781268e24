import { sql } from 'kysely'
import { fail } from '#kernel/errors.ts'
import { PUBLICATION } from '#kernel/product/statuses.ts'
import { displayName } from '#kernel/text.ts'
import type { Tx } from '#platform/db/db.ts'

const managersOf = (tx: Tx, portalId: number) =>
  tx
    .selectFrom('people as u')
    .innerJoin('portal_user_roles as r', (join) =>
      join.onRef('r.portal_id', '=', 'u.portal_id').onRef('r.user_id', '=', 'u.id'),
    )
    .select(['u.id', 'u.first_name', 'u.middle_name', 'u.last_name', 'u.username', 'u.email'])
    .where('u.portal_id', '=', portalId)
    .where('u.left_at', 'is', null)
    .where('r.role', '=', 'manager')

/** Refuses teams of people who are no managers of the portal. */
export const requireManagers = async (
  tx: Tx,
  portalId: number,
  ids: readonly number[],
  field: string,
): Promise<void> => {
  if (ids.length === 0) return
  const rows = await managersOf(tx, portalId)
    .where('u.id', 'in', [...ids])
    .execute()
  const known = new Set(rows.map(({ id }) => id))
  if (ids.some((id) => !known.has(id)))
    throw fail('invalid', { fields: { [field]: ['Choose a person with the role Manager in this portal.'] } })
}

/** What a requirement can name: published courses, teams, and every site, job and state that people are or were in. */
export const loadOptions = async (tx: Tx, portalId: number) => {
  const courses = await tx
    .selectFrom('courses')
    .select(['id', 'title'])
    .where('portal_id', '=', portalId)
    .where('publication_status', '<>', PUBLICATION.draft)
    .orderBy('title')
    .limit(1000)
    .execute()
  const managers = await managersOf(tx, portalId).orderBy('u.last_name').orderBy('u.id').limit(1000).execute()
  const { rows } = await sql<{ kind: 'site' | 'job' | 'state'; value: string }>`
    select distinct kind, value from compliance_facts
    where portal_id = ${portalId} and kind in ('site', 'job', 'state') and value is not null
    order by value`.execute(tx)
  const valuesOf = (kind: string) => rows.filter((row) => row.kind === kind).map(({ value }) => value)
  return {
    courses: courses.map(({ id, title }) => ({ value: String(id), label: title })),
    teams: managers.map((row) => ({ value: String(row.id), label: displayName(row) })),
    sites: valuesOf('site'),
    jobs: valuesOf('job'),
    states: valuesOf('state'),
  }
}
