import { sql } from 'kysely'
import { PUBLICATION } from '#kernel/product/statuses.ts'
import type { PageKind } from '#platform/pages/page-kinds.ts'

/** The published pages of blocks; the home page is listed under the address that it is at home at. */
export const blockPages: PageKind = {
  name: 'page',
  tags: ['page-list'],
  guards: [],
  pages: (portalId) => sql`
    select id, '/' || slug as path, updated_at as changed_at, coalesce(custom_page_title, title) as title from pages
    where portal_id = ${portalId} and publication_status = ${sql.lit(PUBLICATION.published)} and slug <> 'home'`,
}
