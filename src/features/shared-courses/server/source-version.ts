import { loadSharedFiles, type SharedFile } from '#features/media/server/api.ts'
import { loadSharedPackages, type SharedPackage } from '#features/scorm/server/api.ts'
import { ask, statement, type Tx } from '#platform/db/db.ts'
import { type DocumentItem, type DocumentPool, packagesIn, type VersionDocument } from '../rules/version-document.ts'

/** A version with the files and packages that it needs, as their rows stand in the source. */
export type SourceVersion = { document: VersionDocument; files: SharedFile[]; packages: SharedPackage[] }

type At = { portal_id: number; course_id: number }

const ITEMS = statement<DocumentItem>(`
  select item_type, item_id, module_id, place_id, sort_number, title, content from course_items
  where portal_id = $1 and course_id = $2 and version = $3
  order by module_id nulls first, sort_number, place_id`)

const POOLS = statement<DocumentPool>(`
  select v.exam_id, v.question_pool_id, v.questions_count, v.sort_number, p.title, c.content as questions
  from course_version_pools v
  join version_contents c on c.portal_id = v.portal_id and c.id = v.content_id
  join question_pools p on p.portal_id = v.portal_id and p.id = v.question_pool_id
  where v.portal_id = $1 and v.course_id = $2 and v.version = $3
  order by v.exam_id, v.sort_number, v.question_pool_id`)

const FILES = statement<{ media_id: number }>(`
  select media_id from course_version_files
  where portal_id = $1 and course_id = $2 and version = $3 and media_id is not null`)

/** A published version of a course in the portal of the transaction; five statements, however large it is. */
export const loadSourceVersion = async (
  tx: Tx,
  { portal_id, course_id }: At,
  version: number,
  { slugs, origin }: { slugs: readonly string[]; origin: string },
): Promise<SourceVersion> => {
  const items = await ask(tx, ITEMS, [portal_id, course_id, version])
  const pools = await ask(tx, POOLS, [portal_id, course_id, version])
  const document = { slugs, origin, items, pools }
  const media = await ask(tx, FILES, [portal_id, course_id, version])
  return {
    document,
    files: await loadSharedFiles(
      tx,
      portal_id,
      media.map(({ media_id }) => media_id),
    ),
    packages: await loadSharedPackages(tx, portal_id, packagesIn(document)),
  }
}
