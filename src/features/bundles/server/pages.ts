import { sql } from 'kysely'
import { PUBLICATION } from '#kernel/product/statuses.ts'
import type { PageKind } from '#platform/pages/page-kinds.ts'

/** The public pages of bundles. */
export const bundlePages: PageKind = {
  name: 'bundle',
  tags: ['bundles'],
  guards: ['in-house', 'marketable'],
  pages: (portalId) => sql`
    select id, '/bundles/' || slug as path, updated_at as changed_at, title from bundles
    where portal_id = ${portalId} and publication_status = ${sql.lit(PUBLICATION.published)}`,
}
