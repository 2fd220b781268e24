import { sql } from 'kysely'
import type { PageKind } from '#platform/pages/page-kinds.ts'

/** The pages of the portal's own questions; those of partners stand on the pages of their companies. */
export const faqPages: PageKind = {
  name: 'faq',
  tags: ['faq'],
  guards: [],
  pages: (portalId) => sql`
    select id, '/faq/' || slug as path, updated_at as changed_at, question as title from faq_items
    where portal_id = ${portalId} and partner_company_id is null`,
}
