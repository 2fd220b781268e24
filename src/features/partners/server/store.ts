import { sql } from 'kysely'
import { namedRecords } from '#features/pages/server/api.ts'
import { APPROVAL } from '#kernel/product/statuses.ts'
import type { Tx } from '#platform/db/db.ts'
import { keysetPage } from '#platform/db/paging.ts'
import { textHolds } from '#platform/db/search-text.ts'
import { formerIdOf } from '#platform/pages/page-kinds.ts'

const SHOWN = ['p.id', 'p.slug', 'p.name', 'p.logo', 'p.about_us'] as const
const AUTHOR = ['u.id', 'u.slug', 'u.name', 'u.description', 'u.avatar'] as const

type Feature = { id: number; title: string; text: string | null; icon: string | null }
type Question = { id: number; question: string; answer: string }
type Author = { id: number; slug: string; name: string; description: string | null; avatar: string | null }
type PageLink = { id: number; slug: string; title: string; meta_description: string | null; seo_image: string | null }
type PartnerRow = { id: number; slug: string; name: string; logo: string | null }

const features = sql<Feature[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'title', f.title, 'text', f.text, 'icon', f.icon)
    order by f.sort_number, f.id), '[]')
  from features f where f.portal_id = p.portal_id and f.partner_company_id = p.id
)`
const questions = sql<Question[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'question', f.question, 'answer', f.answer)
    order by f.sort_number, f.id), '[]')
  from faq_items f where f.portal_id = p.portal_id and f.partner_company_id = p.id
)`
const authors = sql<Author[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'slug', u.slug, 'name', u.name, 'description', u.description,
    'avatar', u.avatar) order by u.name, u.id), '[]')
  from authors u where u.portal_id = p.portal_id and u.partner_company_id = p.id
)`
const externalPages = sql<PageLink[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'slug', e.slug, 'title', e.title,
    'meta_description', e.meta_description, 'seo_image', e.seo_image) order by e.title, e.id), '[]')
  from external_pages e where e.portal_id = p.portal_id and e.partner_company_id = p.id and e.approval_status = ${sql.lit(APPROVAL.approved)}
)`
const companyOf = (alias: 'u' | 'e') => sql<PartnerRow>`(
  select jsonb_build_object('id', p.id, 'slug', p.slug, 'name', p.name, 'logo', p.logo) from partner_companies p
  where p.portal_id = ${sql.ref(`${alias}.portal_id`)} and p.id = ${sql.ref(`${alias}.partner_company_id`)}
)`

/** A part of the address; null where the company hides it (PAR-002). */
const place = (column: 'address' | 'address_2' | 'city' | 'state' | 'zip_code' | 'country') =>
  sql<string | null>`case when p.disable_address then null else ${sql.ref(`p.${column}`)} end`.as(column)

/** The id of the record of a table with this slug, or of the one that once had it (ROU-004). */
const idOf = (
  table: 'partner_companies' | 'authors' | 'external_pages',
  portalId: number,
  slug: string,
) => sql<number>`coalesce(
  (select id from ${sql.table(table)} where portal_id = ${portalId} and slug = ${slug}), ${formerIdOf(portalId, table, slug)})`

type ListRequest = { cursor?: string | undefined; per_page: number; sort: string; search?: string | undefined }

/** One page of the companies by name. */
export const listCompanies = (tx: Tx, portalId: number, { search, ...request }: ListRequest) => {
  let query = tx
    .selectFrom('partner_companies as p')
    .select(SHOWN)
    .select([place('city'), place('state')])
    .where('p.portal_id', '=', portalId)
  if (search) query = query.where(textHolds('p.name', search))
  return keysetPage(query, {
    ...request,
    keys: [{ name: 'name', expression: 'p.name collate "C"', type: 'text' }],
    id: 'p.id',
  })
}

/** The company with this slug, or that once had it, and everything its page shows apart from its courses, or null. */
export const findCompany = async (tx: Tx, portalId: number, slug: string) =>
  (await tx
    .selectFrom('partner_companies as p')
    .select(SHOWN)
    .select(['p.url', 'p.phone', 'p.meta_title', 'p.meta_description', 'p.seo_keywords', 'p.seo_image', 'p.updated_at'])
    .select(sql<{ name: string; address: string }[]>`p.social_links`.as('social_links'))
    .select([place('address'), place('address_2'), place('city'), place('state'), place('zip_code'), place('country')])
    .select([
      features.as('features'),
      questions.as('questions'),
      authors.as('authors'),
      externalPages.as('external_pages'),
    ])
    .where('p.portal_id', '=', portalId)
    .where('p.id', '=', idOf('partner_companies', portalId, slug))
    .executeTakeFirst()) ?? null

/** The author of a partner with this slug, or that once had it, or null; the portal's own authors have no page. */
export const findAuthor = async (tx: Tx, portalId: number, slug: string) =>
  (await tx
    .selectFrom('authors as u')
    .select(AUTHOR)
    .select(['u.updated_at', companyOf('u').as('company')])
    .where('u.portal_id', '=', portalId)
    .where('u.partner_company_id', 'is not', null)
    .where('u.id', '=', idOf('authors', portalId, slug))
    .executeTakeFirst()) ?? null

/** The approved external page with this slug, or that once had it, with what its blocks name; or null (PAR-006). */
export const findExternalPage = async (tx: Tx, portalId: number, slug: string) =>
  (await tx
    .selectFrom('external_pages as e')
    .select(['e.id', 'e.slug', 'e.title', 'e.meta_title', 'e.meta_description', 'e.seo_keywords', 'e.seo_image'])
    .select([
      'e.components',
      'e.published_at',
      'e.updated_at',
      companyOf('e').as('company'),
      namedRecords('e').as('named'),
    ])
    .where('e.portal_id', '=', portalId)
    .where('e.id', '=', idOf('external_pages', portalId, slug))
    .where('e.approval_status', '=', APPROVAL.approved)
    .executeTakeFirst()) ?? null

const OWN_COMPANY = [
  'id',
  'slug',
  'name',
  'logo',
  'address',
  'address_2',
  'city',
  'state',
  'zip_code',
  'country',
  'url',
  'phone',
  'about_us',
  'meta_title',
  'meta_description',
  'disable_address',
  'updated_at',
] as const

/** A company of the portal with all that its partner edits, or null. */
export const loadOwnCompany = async (tx: Tx, portalId: number, id: number) =>
  (await tx
    .selectFrom('partner_companies')
    .select(OWN_COMPANY)
    .select(sql<{ name: string; address: string }[]>`social_links`.as('social_links'))
    .where('portal_id', '=', portalId)
    .where('id', '=', id)
    .executeTakeFirst()) ?? null

export type OwnCompanyRow = NonNullable<Awaited<ReturnType<typeof loadOwnCompany>>>

/** What the company has to make its pages of, each kind in its own order (PAR-014). */
export const selectOfCompany = async (tx: Tx, portalId: number, companyId: number) => {
  const { rows } = await sql<{ kind: string; id: number; title: string }>`
    select kind, id, title from (
      select 'features' as kind, id, title, sort_number, portal_id, partner_company_id from features
      union all
      select 'authors', id, name, 0, portal_id, partner_company_id from authors
      union all
      select 'questions', id, question, sort_number, portal_id, partner_company_id from faq_items
    ) content
    where portal_id = ${portalId} and partner_company_id = ${companyId}
    order by sort_number, title collate "C", id`.execute(tx)
  const of = (wantedKind: string) =>
    rows.filter(({ kind }) => kind === wantedKind).map(({ id, title }) => ({ id, title }))
  return {
    features: of('features'),
    authors: of('authors').map(({ id, title }) => ({ id, name: title })),
    questions: of('questions'),
  }
}
