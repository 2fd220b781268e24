import { sql } from 'kysely'
import type { PageKind } from '#platform/pages/page-kinds.ts'

/** The pages of published articles whose time has come (CAT-036). */
export const articlePages: PageKind = {
  name: 'article',
  tags: ['articles'],
  guards: ['blog'],
  pages: (portalId) => sql`
    select id, '/knowledge/' || slug as path, updated_at as changed_at, title from articles
    where portal_id = ${portalId} and not is_draft and published_at <= now()`,
}
