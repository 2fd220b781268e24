import { sql } from 'kysely'
import { courseFile, publicUrl } from '#features/media/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { displayName } from '#kernel/display-name.ts'
import { TEXT_PICTURES } from '#kernel/uploads/picture-widths.ts'
import type { MediaType } from '#kernel/uploads/uploads.ts'
import type { Tx } from '#platform/db/db.ts'
import { keysetPage, type SortKey } from '#platform/db/paging.ts'
import { textHolds } from '#platform/db/search-text.ts'

const COLUMNS = [
  'id',
  'uuid',
  'name',
  'type',
  'mime_type',
  'size',
  'is_public',
  'alt',
  'user_id',
  'created_at',
  'portal_id',
] as const

/** The originals that the portal keeps, in the words of the indexes `media_library…`. */
const library = (tx: Tx, portalId: number) =>
  tx
    .selectFrom('media')
    .where('portal_id', '=', portalId)
    .where('deleted_at', 'is', null)
    .where('copied_from', 'is', null)
    .where('replaced_by', 'is', null)
    .where('is_attachment', '=', false)
    .where('is_personal', '=', false)

/** The file itself, and what public pages show of it. */
const families = sql`(select f.id, f.uuid from media f where f.portal_id = media.portal_id
  and (f.id = media.id or f.copied_from = media.id))`
const usesCount = sql<number>`(select count(distinct (
    case u.used_in when 'page_versions' then 'pages' when 'site_versions/widget' then 'widgets' else u.used_in end,
    u.record_id))::int
  from ${families} family
  join media_uses u on u.portal_id = media.portal_id and u.uuid = family.uuid)`
const isInVersion = sql<boolean>`exists (select from course_version_files v
  where v.portal_id = media.portal_id and v.media_id = media.id)`
const tagsOf = sql<string[]>`array(select tag from media_tags t
  where t.portal_id = media.portal_id and t.media_id = media.id order by tag)`

const SORTS: Record<string, SortKey[]> = {
  // Files get their ids in the order in which they came.
  created_at: [],
  name: [{ name: 'name', type: 'text', expression: 'name collate "C"' }],
  size: [{ name: 'size', type: 'bigint' }],
}

export type LibraryRequest = {
  cursor?: string | undefined
  per_page: number
  sort: string
  search?: string | undefined
  type?: MediaType | undefined
  tag?: string | undefined
  alt?: 'missing' | undefined
  use?: 'used' | 'unused' | undefined
}

const narrowed = (tx: Tx, portalId: number, { search, type, tag, alt, use }: LibraryRequest) => {
  let rows = library(tx, portalId)
  if (search) rows = rows.where(textHolds(['name', 'alt'], search))
  if (type) rows = rows.where('type', '=', type)
  if (alt === 'missing') rows = rows.where('type', '=', 'img').where('alt', 'is', null)
  if (tag)
    rows = rows.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('media_tags')
          .whereRef('media_tags.portal_id', '=', 'media.portal_id')
          .whereRef('media_tags.media_id', '=', 'media.id')
          .where('tag', '=', tag),
      ),
    )
  if (use) {
    const isUsed = sql<boolean>`(${usesCount} > 0 or ${isInVersion})`
    rows = rows.where(use === 'used' ? isUsed : sql<boolean>`not ${isUsed}`)
  }
  return rows
}

export const pageOfLibrary = async (tx: Tx, portalId: number, request: LibraryRequest) => {
  const { data, meta } = await keysetPage(
    narrowed(tx, portalId, request).select([...COLUMNS, usesCount.as('uses_count'), tagsOf.as('tags')]),
    { ...request, keys: SORTS[request.sort.replace(/^-/, '')] ?? [] },
  )
  return { rows: data, meta, names: await namesOf(tx, portalId, data) }
}

const namesOf = async (tx: Tx, portalId: number, rows: readonly { user_id: number | null }[]) => {
  const ids = [...new Set(rows.flatMap(({ user_id: id }) => id ?? []))]
  if (ids.length === 0) return new Map<number, string>()
  const people = await tx
    .selectFrom('portal_users')
    .select(['user_id', 'first_name', 'middle_name', 'last_name', 'username'])
    .where('portal_id', '=', portalId)
    .where('user_id', 'in', ids)
    .execute()
  return new Map(people.map((person) => [person.user_id, displayName(person)]))
}

export type LibraryRow = Awaited<ReturnType<typeof pageOfLibrary>>['rows'][number]

/** A file of the library; locked, it stays as it is until the transaction ends. */
export const loadFile = async (tx: Tx, portalId: number, id: number, isLocked = false) => {
  const file = library(tx, portalId).select('id').where('id', '=', id)
  if (!(await (isLocked ? file.forUpdate() : file).executeTakeFirst())) return null
  const row = await library(tx, portalId)
    .select([...COLUMNS, usesCount.as('uses_count'), tagsOf.as('tags')])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { row, names: await namesOf(tx, portalId, [row]) }
}

/** The file and its copies on public pages: what a record may name when it uses the file. */
export const loadFamily = (tx: Tx, portalId: number, id: number) =>
  tx
    .selectFrom('media')
    .select(['id', 'uuid', 'replaced_by'])
    .where('portal_id', '=', portalId)
    .where(({ or, eb }) => or([eb('id', '=', id), eb('copied_from', '=', id)]))
    .execute()

export const findByUuid = async (tx: Tx, portalId: number, uuid: string) =>
  (await tx
    .selectFrom('media')
    .select(['id', 'uuid', 'replaced_by'])
    .where('portal_id', '=', portalId)
    .where('uuid', '=', uuid)
    .executeTakeFirst()) ?? null

/** Whether any record names this very file. */
export const isUsed = async (tx: Tx, portalId: number, uuid: string): Promise<boolean> =>
  (await tx
    .selectFrom('media_uses')
    .select('record_id')
    .where('portal_id', '=', portalId)
    .where('uuid', '=', uuid)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** What was said of a file holds of the one that takes its place. */
export const moveWords = async (tx: Tx, portalId: number, from: number, to: number): Promise<void> => {
  const { alt } = await tx
    .selectFrom('media')
    .select('alt')
    .where('portal_id', '=', portalId)
    .where('id', '=', from)
    .executeTakeFirstOrThrow()
  await tx.updateTable('media').set({ alt }).where('portal_id', '=', portalId).where('id', '=', to).execute()
  await tx.deleteFrom('media_tags').where('portal_id', '=', portalId).where('media_id', '=', to).execute()
  await tx
    .updateTable('media_tags')
    .set({ media_id: to })
    .where('portal_id', '=', portalId)
    .where('media_id', '=', from)
    .execute()
}

export const loadFormer = (tx: Tx, portalId: number, id: number) =>
  tx
    .selectFrom('media')
    .select(COLUMNS)
    .where('portal_id', '=', portalId)
    .where('replaced_by', '=', id)
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(20)
    .execute()

export const loadTags = async (tx: Tx, portalId: number) => {
  const tags = await tx
    .selectFrom('media_tags')
    .innerJoin('media', (join) =>
      join.onRef('media.portal_id', '=', 'media_tags.portal_id').onRef('media.id', '=', 'media_tags.media_id'),
    )
    .select(['tag', sql<number>`count(*)::int`.as('count')])
    .where('media_tags.portal_id', '=', portalId)
    .where('deleted_at', 'is', null)
    .where('replaced_by', 'is', null)
    .groupBy('tag')
    .orderBy('tag')
    .limit(500)
    .execute()
  const { count } = await library(tx, portalId)
    .select(sql<number>`count(*)::int`.as('count'))
    .where('type', '=', 'img')
    .where('alt', 'is', null)
    .executeTakeFirstOrThrow()
  return { tags, missing_alt: count }
}

export const saveTags = async (tx: Tx, portalId: number, id: number, tags: readonly string[]): Promise<void> => {
  await tx.deleteFrom('media_tags').where('portal_id', '=', portalId).where('media_id', '=', id).execute()
  if (tags.length === 0) return
  await tx
    .insertInto('media_tags')
    .values(tags.map((tag) => ({ portal_id: portalId, media_id: id, tag })))
    .execute()
}

type Addressed = Parameters<typeof courseFile>[2] & { is_public: boolean }

/** Where the whole file is, and a small picture of it; both for the caller alone unless the file is public. */
export const addressesOf = (secret: string, ctx: SignedIn, file: Addressed) => {
  const url = file.is_public ? publicUrl(file.uuid) : courseFile(secret, ctx, file).url
  const small = `${file.is_public ? publicUrl(file.uuid) : TEXT_PICTURES + file.uuid}?w=320`
  return { url, preview: file.type === 'img' ? small : null }
}
