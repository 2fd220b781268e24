import { sql } from 'kysely'
import type { PageKind } from '#platform/pages/page-kinds.ts'
import { IS_LISTED } from './columns.ts'

/** The public pages of courses (CAT-004). */
export const coursePages: PageKind = {
  name: 'course',
  tags: ['courses'],
  guards: ['in-house', 'marketable'],
  pages: (portalId) => sql`
    select c.id, '/course/' || c.slug as path, c.updated_at as changed_at, c.title from courses c
    where c.portal_id = ${portalId} and ${IS_LISTED}`,
}
