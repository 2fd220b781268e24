import { sql } from 'kysely'
import { APPROVAL } from '#kernel/product/statuses.ts'
import type { PageKind } from '#platform/pages/page-kinds.ts'

const GUARDS = ['in-house', 'catalog'] as const

/** The pages of partner companies (ROU-036). */
export const companyPages: PageKind = {
  name: 'company',
  tags: ['partners'],
  guards: GUARDS,
  pages: (portalId) => sql`
    select id, '/training-providers/' || slug as path, updated_at as changed_at, name as title from partner_companies
    where portal_id = ${portalId}`,
}

/** The approved external pages of partners (ROU-037, PAR-006). */
export const externalPages: PageKind = {
  name: 'external-page',
  tags: ['partners'],
  guards: GUARDS,
  pages: (portalId) => sql`
    select id, '/provider/' || slug as path, updated_at as changed_at, title from external_pages
    where portal_id = ${portalId} and approval_status = ${sql.lit(APPROVAL.approved)}`,
}

/** The pages of partners' authors; one is not reached where an external page has its slug (ROU-037). */
export const authorPages: PageKind = {
  name: 'author',
  tags: ['partners'],
  guards: GUARDS,
  pages: (portalId) => sql`
    select u.id, '/provider/' || u.slug as path, u.updated_at as changed_at, u.name as title from authors u
    where u.portal_id = ${portalId} and u.partner_company_id is not null and not exists (
      select 1 from external_pages e where e.portal_id = u.portal_id and e.slug = u.slug and e.approval_status = ${sql.lit(APPROVAL.approved)})`,
}
