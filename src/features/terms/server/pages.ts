import { sql } from 'kysely'
import type { PageKind } from '#platform/pages/page-kinds.ts'
import { TERM_KINDS, TERM_PAGES } from '../rules/kinds.ts'

const kinds = sql.join(TERM_KINDS)
const folder = sql.join(
  TERM_KINDS.map((kind) => sql`when ${sql.lit(kind)} then ${sql.lit(`${TERM_PAGES[kind].path}/`)}`),
  sql` `,
)

/** The pages of terms (ROU-032 to ROU-038); a training option is not reached where a category has its slug (ROU-035). */
export const termPages: PageKind = {
  name: 'term',
  tags: ['terms'],
  guards: ['in-house', 'catalog'],
  pages: (portalId) => sql`
    select t.id, case t.kind ${folder} end || case when t.kind = 'language' then coalesce(t.code, t.slug) else t.slug end as path,
      t.updated_at as changed_at, t.title from terms t
    where t.portal_id = ${portalId} and t.kind in (${kinds}) and not (t.kind = 'training_option' and exists (
      select 1 from terms c where c.portal_id = t.portal_id and c.kind = 'category' and c.slug = t.slug))`,
}
