import { sql } from 'kysely'
import type { Tx } from '#platform/db.ts'
import { COURSE_FILTERS, type FilterName } from '../rules/address.ts'
import { IS_LISTED } from './columns.ts'

export type FilterValues = Record<FilterName, { value: string; label: string }[]>

/** A filter shows so many values at most. */
const MOST = 300

/**
 * The values of every filter in the order of the portal, one statement for all of them: the terms and providers that at
 * least one listed course has (CAT-012).
 */
export const loadFilterValues = async (tx: Tx, portalId: number): Promise<FilterValues> => {
  const values: FilterValues = {
    category: [],
    training_option: [],
    state: [],
    agency: [],
    organization: [],
    language: [],
    provider: [],
  }
  // `exists` stops at the first course of a term, whatever their number.
  const { rows } = await sql<{ kind: FilterName; value: string; label: string }>`
    select kind, value, label from (
      select t.kind, t.slug as value, t.title as label, t.sort_number from terms t
      where t.portal_id = ${portalId} and t.kind = any(${COURSE_FILTERS.map(({ name }) => name)})
        and exists (
          select 1 from course_terms ct join courses c on c.portal_id = ct.portal_id and c.id = ct.course_id
          where ct.portal_id = t.portal_id and ct.term_id = t.id and ${IS_LISTED})
      union all
      select 'provider', p.slug, p.name, 0 from partner_companies p
      where p.portal_id = ${portalId} and exists (
        select 1 from courses c where c.portal_id = p.portal_id and c.partner_company_id = p.id and ${IS_LISTED})
    ) found order by kind, sort_number, label, value`.execute(tx)
  for (const { kind, value, label } of rows) {
    if (values[kind].length < MOST) values[kind].push({ value, label })
  }
  return values
}
