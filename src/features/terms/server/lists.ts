import { sql } from 'kysely'
import { picturedRoutes } from '#features/media/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { cleanHtmlOrNull } from '#kernel/html.ts'
import type { z } from '#kernel/schema.ts'
import { SEO_EXTENSIONS } from '#kernel/uploads/uploads.ts'
import type { Tx } from '#platform/db/db.ts'
import type { ContentKind, ContentRow } from '#platform/http/content/kind.ts'
import { addContent, changeContent } from '#platform/http/content/records.ts'
import { contentRoutes } from '#platform/http/content/routes.ts'
import type { Route } from '#platform/http/route.ts'
import type { Services } from '#platform/services.ts'
import type { TermBody } from '../contract.ts'
import * as contract from '../contract-lists.ts'
import type { ListedTerm } from '../rules/lists.ts'

type Body = z.output<typeof TermBody>

/** The categories above a category, itself included. Nobody else moves one meanwhile, so that two moves make no circle. */
const pathTo = async (tx: Tx, portalId: number, id: number): Promise<number[]> => {
  await tx
    .selectFrom('terms')
    .select('id')
    .where('portal_id', '=', portalId)
    .where('kind', '=', 'category')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const { rows } = await sql<{ id: number }>`
    with recursive above as (
      select id, parent_id from terms where portal_id = ${portalId} and id = ${id}
      union
      select t.id, t.parent_id from terms t join above a on t.portal_id = ${portalId} and t.id = a.parent_id
    ) select id from above`.execute(tx)
  return rows.map((row) => row.id)
}

const IN_CIRCLE = 'A category cannot stand below itself.'

/** A category that would stand below itself is refused at its field. */
const checkCircle = async (
  tx: Tx,
  { portal }: SignedIn,
  { parent_id: parent }: Partial<Body>,
  before: ContentRow | null,
) => {
  if (parent && before && (await pathTo(tx, portal.id, parent)).includes(before.id))
    throw fail('invalid', { fields: { parent_id: [IN_CIRCLE] } })
}

const LISTED = [
  'id',
  'title',
  'slug',
  'code',
  'logo',
  'icon',
  'parent_id',
  'state_id',
  'sort_number',
  'updated_at',
] as const

const parentTitle = sql`(
  select parent.title from terms parent where parent.portal_id = terms.portal_id and parent.id = terms.parent_id)`

/** The kinds that editors put in an order of their own; the others stand by their names. */
const PLACED: ReadonlySet<ListedTerm> = new Set(['agency', 'category', 'language', 'organization', 'training_option'])

/** The kinds with a logo and a picture by which their pages are shared (CNT-003, CNT-011). */
const PICTURES = { logo: { types: ['img'] }, seo_image: { extensions: SEO_EXTENSIONS } } as const

const COURSES = { by: 'courses', table: 'course_terms', column: 'term_id' } as const
const USES: Partial<Record<ListedTerm, ContentKind['uses']>> = {
  category: [COURSES, { by: 'categories', table: 'terms', column: 'parent_id' }],
  state: [COURSES, { by: 'agencies', table: 'terms', column: 'state_id' }],
  tag: [
    COURSES,
    { by: 'people', table: 'user_tags', column: 'term_id' },
    { by: 'articles', table: 'article_tags', column: 'term_id' },
  ],
}

/** A kind of term as a list of content: the text is cleaned (PGB-034), a taken slug gets a number per kind (CNT-023). */
const termKind = (kind: ListedTerm): ContentKind<Body> => ({
  subject: kind,
  table: 'terms',
  columns: [...LISTED, 'text', 'meta_title', 'meta_description', 'seo_keywords', 'seo_image'],
  listed: LISTED,
  computed: { parent_title: parentTitle },
  search: 'title',
  sorts: {
    title: { name: 'title', type: 'text', expression: 'title collate "C"' },
    sort_number: { name: 'sort_number', type: 'int' },
    updated_at: { name: 'updated_at', type: 'timestamptz' },
  },
  slug_from: 'title',
  refers: {
    parent_id: { table: 'terms', where: { kind: 'category' } },
    state_id: { table: 'terms', where: { kind: 'state' } },
  },
  check: checkCircle,
  has_place: PLACED.has(kind),
  unique: { terms_language_code: { field: 'code', text: 'Another language has this code.' } },
  uses: USES[kind] ?? [COURSES],
  keep: ({ text, slug: _, ...body }, { now }) => ({
    ...body,
    ...(text !== undefined && { text: cleanHtmlOrNull('full', text) }),
    updated_at: now,
  }),
  tags: ['terms', 'courses', ...(kind === 'tag' ? ['articles'] : [])],
})

/** Adds a term to a list of the portal. */
export const createTerm = (
  tx: Tx,
  ctx: SignedIn,
  kind: ListedTerm,
  body: Body,
): Promise<{ id: number; slug: string }> => addContent(tx, ctx, termKind(kind), { kind }, body)

/** Changes what is given of a term; `not_found` for a term of another list or portal. */
export const updateTerm = (tx: Tx, ctx: SignedIn, kind: ListedTerm, id: number, body: Partial<Body>): Promise<void> =>
  changeContent(tx, ctx, termKind(kind), { kind }, id, body)

const LISTS = [
  ['category', contract.categories],
  ['language', contract.languages],
  ['state', contract.states],
  ['subtitle', contract.subtitles],
  ['tag', contract.tags],
  ['training_option', contract.trainingOptions],
] as const

/** The calls by which editors keep the catalog's terms (CNT-035, ROL-040). */
export const termListCalls = ({ files }: Services): Route[] => [
  ...LISTS.flatMap(([kind, calls]) => contentRoutes(calls, termKind(kind), async () => ({ kind }))),
  ...picturedRoutes(files, contract.agencies, termKind('agency'), PICTURES, async () => ({ kind: 'agency' })),
  ...picturedRoutes(files, contract.organizations, termKind('organization'), PICTURES, async () => ({
    kind: 'organization',
  })),
]
