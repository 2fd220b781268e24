import type { Tx } from '#platform/db.ts'
import { keysetPage } from '#platform/paging.ts'

export type ContentRequest = {
  cursor?: string | undefined
  per_page: number
  sort: string
  search?: string | undefined
}

const like = (search: string) => `%${search.replace(/[\\%_]/g, '\\$&')}%`
const direction = (sort: string) => (sort.startsWith('-') ? 'desc' : 'asc')
const BY_PLACE = [{ name: 'sort_number', type: 'int' as const }]

const authors = (tx: Tx, portalId: number, companyId: number) =>
  tx
    .selectFrom('authors')
    .select(['id', 'slug', 'name', 'description', 'avatar', 'updated_at'])
    .where('portal_id', '=', portalId)
    .where('partner_company_id', '=', companyId)

/** One page of a company's authors by name. */
export const listAuthorRows = (tx: Tx, portalId: number, companyId: number, { search, ...page }: ContentRequest) => {
  const rows = authors(tx, portalId, companyId)
  return keysetPage(search ? rows.where('name', 'ilike', like(search)) : rows, {
    ...page,
    keys: [{ name: 'name', type: 'text', expression: 'name collate "C"' }],
    direction: direction(page.sort),
  })
}
/** An author of the company, or null. */
export const loadAuthorRow = async (tx: Tx, portalId: number, companyId: number, id: number) =>
  (await authors(tx, portalId, companyId).where('id', '=', id).executeTakeFirst()) ?? null

const features = (tx: Tx, portalId: number, companyId: number) =>
  tx
    .selectFrom('features')
    .select(['id', 'title', 'text', 'icon', 'sort_number'])
    .where('portal_id', '=', portalId)
    .where('partner_company_id', '=', companyId)

/** One page of a company's features in their order. */
export const listFeatureRows = (tx: Tx, portalId: number, companyId: number, { search, ...page }: ContentRequest) => {
  const rows = features(tx, portalId, companyId)
  return keysetPage(search ? rows.where('title', 'ilike', like(search)) : rows, {
    ...page,
    keys: BY_PLACE,
    direction: direction(page.sort),
  })
}
/** A feature of the company, or null. */
export const loadFeatureRow = async (tx: Tx, portalId: number, companyId: number, id: number) =>
  (await features(tx, portalId, companyId).where('id', '=', id).executeTakeFirst()) ?? null

const questions = (tx: Tx, portalId: number, companyId: number) =>
  tx
    .selectFrom('faq_items')
    .select(['id', 'slug', 'question', 'answer', 'sort_number', 'updated_at'])
    .where('portal_id', '=', portalId)
    .where('partner_company_id', '=', companyId)

/** One page of a company's questions in their order. */
export const listQuestionRows = (tx: Tx, portalId: number, companyId: number, { search, ...page }: ContentRequest) => {
  const rows = questions(tx, portalId, companyId)
  return keysetPage(search ? rows.where('question', 'ilike', like(search)) : rows, {
    ...page,
    keys: BY_PLACE,
    direction: direction(page.sort),
  })
}
/** A question of the company, or null. */
export const loadQuestionRow = async (tx: Tx, portalId: number, companyId: number, id: number) =>
  (await questions(tx, portalId, companyId).where('id', '=', id).executeTakeFirst()) ?? null
