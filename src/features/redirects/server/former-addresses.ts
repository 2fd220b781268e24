import { sql } from 'kysely'
import { TERM_KINDS, TERM_PAGES } from '#features/terms/server/api.ts'
import type { Tx } from '#platform/db/db.ts'
import { keysetPage, type PageRequest } from '#platform/db/paging.ts'

type Source = { table: string; kind: string; folder: string; title: string; slug?: string }

/** Where the public page of each kind of record stands; `kind` is the one of `former_slugs`. */
const SOURCES: readonly Source[] = [
  { table: 'bundles', kind: 'bundles', folder: '/bundles/', title: 'title' },
  { table: 'articles', kind: 'articles', folder: '/knowledge/', title: 'title' },
  { table: 'pages', kind: 'pages', folder: '/', title: 'title' },
  { table: 'faq_items', kind: 'faq_items', folder: '/faq/', title: 'question' },
  { table: 'partner_companies', kind: 'partner_companies', folder: '/training-providers/', title: 'name' },
  { table: 'external_pages', kind: 'external_pages', folder: '/provider/', title: 'title' },
  { table: 'authors', kind: 'authors', folder: '/provider/', title: 'name' },
  ...TERM_KINDS.map((kind) => ({
    table: 'terms',
    kind: `terms/${kind}`,
    folder: `${TERM_PAGES[kind].path}/`,
    title: 'title',
    ...(kind === 'language' && { slug: 'coalesce(r.code, r.slug)' }),
  })),
]

// Courses have their own table (BLD-004): their ids are even here, those of all others odd.
const ofCourses = (portalId: number) => sql`
  select s.id * 2 as id, '/course/' || s.slug as old_address, '/course/' || c.slug as new_address, c.title, s.created_at
  from course_slugs s join courses c on c.portal_id = s.portal_id and c.id = s.course_id where s.portal_id = ${portalId}`
const ofOthers = (portalId: number, { table, kind, folder, title, slug = 'r.slug' }: Source) => sql`
  select f.id * 2 + 1, ${folder} || f.slug, ${folder} || ${sql.raw(slug)}, r.${sql.ref(title)}, f.created_at
  from former_slugs f join ${sql.table(table)} r on r.portal_id = f.portal_id and r.id = f.record_id
  where f.portal_id = ${portalId} and f.kind = ${kind}`

type Former = { id: number; old_address: string; new_address: string; title: string; created_at: Date }

const all = (tx: Tx, portalId: number) =>
  tx
    .selectFrom(
      sql<Former>`(${sql.join([ofCourses(portalId), ...SOURCES.map((source) => ofOthers(portalId, source))], sql` union all `)})`.as(
        'former',
      ),
    )
    .select(['id', 'old_address', 'new_address', 'title', 'created_at'])

type ListRequest = Pick<PageRequest, 'cursor' | 'per_page' | 'sort'> & { search?: string | undefined }

/** A page of the addresses that records of the portal have given up, with the present ones. */
export const pageOfFormer = (tx: Tx, portalId: number, { search, ...request }: ListRequest) => {
  let rows = all(tx, portalId)
  if (search)
    rows = rows.where(
      sql<boolean>`fold_text(concat_ws(' ', old_address, new_address, title)) like '%' || fold_text(${search}) || '%'`,
    )
  return keysetPage(rows, { ...request, keys: [{ name: 'created_at', type: 'timestamptz' }] })
}

/** Lets go of a former address; the address that it was, or null if there is none of this id. */
export const deleteFormer = async (tx: Tx, portalId: number, id: number): Promise<string | null> => {
  const row = await all(tx, portalId).where('id', '=', id).executeTakeFirst()
  if (!row) return null
  await tx
    .deleteFrom(id % 2 === 0 ? 'course_slugs' : 'former_slugs')
    .where('portal_id', '=', portalId)
    .where('id', '=', Math.floor(id / 2))
    .execute()
  return row.old_address
}
