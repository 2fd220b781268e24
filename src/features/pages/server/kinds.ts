import { sql } from 'kysely'
import type { PageKind } from '#platform/pages/page-kinds.ts'

/** The published pages of blocks; the home page is listed under the address that it is at home at. */
export const blockPages: PageKind = {
  name: 'page',
  tags: ['page-list'],
  guards: [],
  pages: (portalId) => sql`
    select p.id, '/' || p.slug as path, p.live_at as changed_at, coalesce(v.custom_page_title, v.title) as title
    from pages p
    join page_versions v on v.portal_id = p.portal_id and v.page_id = p.id and v.number = p.live_version
    where p.portal_id = ${portalId} and p.slug <> 'home'`,
}
