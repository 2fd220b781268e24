import { sql } from 'kysely'
import type { SignedIn } from '#kernel/context.ts'
import { errorText, fail } from '#kernel/errors.ts'
import { cleanHtmlOrNull } from '#kernel/html.ts'
import type { z } from '#kernel/schema.ts'
import type { Tx } from '#platform/db/db.ts'
import { addContent, type ContentKind, type ContentRow, changeContent, contentRoutes } from '#platform/http/content.ts'
import type { Route } from '#platform/http/route.ts'
import type { TermBody } from '../contract.ts'
import * as contract from '../contract-lists.ts'
import type { ListedTerm } from '../rules/lists.ts'
import { kindsOf } from './store.ts'

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

/** What a term may stand below or belong to: a category below a category, an agency in a state of the portal (API-021). */
const checkLinks = async (
  tx: Tx,
  { portal }: SignedIn,
  { parent_id: parent, state_id: state }: Partial<Body>,
  before: ContentRow | null,
) => {
  const kinds = await kindsOf(
    tx,
    portal.id,
    [parent, state].flatMap((id) => id ?? []),
  )
  const wrong: Record<string, string[]> = {}
  if (parent && kinds.get(parent) !== 'category') wrong['parent_id'] = [errorText('not_in_options')]
  else if (parent && before && (await pathTo(tx, portal.id, parent)).includes(before.id))
    wrong['parent_id'] = [IN_CIRCLE]
  if (state && kinds.get(state) !== 'state') wrong['state_id'] = [errorText('not_in_options')]
  if (Object.keys(wrong).length > 0) throw fail('invalid', { fields: wrong })
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
  search: 'title',
  sorts: {
    title: { name: 'title', type: 'text', expression: 'title collate "C"' },
    sort_number: { name: 'sort_number', type: 'int' },
    updated_at: { name: 'updated_at', type: 'timestamptz' },
  },
  slug_from: 'title',
  check: checkLinks,
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
  ['agency', contract.agencies],
  ['category', contract.categories],
  ['language', contract.languages],
  ['organization', contract.organizations],
  ['state', contract.states],
  ['subtitle', contract.subtitles],
  ['tag', contract.tags],
  ['training_option', contract.trainingOptions],
] as const

/** The calls by which editors keep the catalog's terms (CNT-035, ROL-040). */
export const termListCalls: Route[] = LISTS.flatMap(([kind, calls]) =>
  contentRoutes(calls, termKind(kind), async () => ({ kind })),
)
