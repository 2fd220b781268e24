import { sql } from 'kysely'
import type { Tx } from '#platform/db/db.ts'
import type { PageKind } from '#platform/pages/page-kinds.ts'
import { RESERVED_SLUGS } from './actions/save-page.ts'

/** Folders whose pages are records, so that nothing else is found there. */
const OF_RECORDS = new Set([
  'bundles',
  'ce',
  'course',
  'courses-languages',
  'faq',
  'knowledge',
  'provider',
  'regulating-agency',
  'training-courses',
  'training-providers',
  'united-states',
])
const FIXED = new Set(['/course/schedule'])
const PICTURE = /^\/api\/v1\/media\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i

const pathOf = (address: string): string | null => {
  try {
    return decodeURIComponent(new URL(address, 'http://portal').pathname).replace(/(.)\/+$/, '$1')
  } catch {
    return null
  }
}

/** Whether only a published record can answer at this path; everything else is a page of the product. */
const needsRecord = (path: string): boolean => {
  const [first = '', second, ...more] = path.slice(1).split('/')
  if (path === '/' || FIXED.has(path)) return false
  if (second === undefined) return !RESERVED_SLUGS.includes(first)
  return more.length > 0 || !RESERVED_SLUGS.includes(first) ? !RESERVED_SLUGS.includes(first) : OF_RECORDS.has(first)
}

/**
 * Those of some addresses of the portal behind which nothing is published. Former addresses and redirects lead on, so they
 * count as alive (ROU-004, SEO-027), and so do the pages that go live together with the portal's plan (PRT-118).
 */
export const findDeadLinks = async (
  tx: Tx,
  portalId: number,
  kinds: readonly PageKind[],
  addresses: readonly string[],
): Promise<string[]> => {
  const paths = new Map(addresses.map((address) => [address, pathOf(address)]))
  const pathsToCheck = [...new Set(paths.values())].filter((path): path is string => path !== null && needsRecord(path))
  const pictures = [...new Set(paths.values())].flatMap((path) => PICTURE.exec(path ?? '')?.[1] ?? [])
  const alive = new Set<string>()
  if (pathsToCheck.length > 0) {
    const records = sql.join(
      kinds.map((kind) => sql`select path from (${kind.pages(portalId)}) page`),
      sql` union all `,
    )
    const { rows } = await sql<{ path: string }>`
      select path from (${records}) published where path = any(${pathsToCheck}::text[])
      union all
      select asked from unnest(${pathsToCheck}::text[]) asked where
        exists (select from redirects r where r.portal_id = ${portalId} and r.old_address = lower(asked))
        or exists (select from pages p where p.portal_id = ${portalId} and p.awaits_plan and '/' || p.slug = asked)
        or exists (select from former_slugs f
          where f.portal_id = ${portalId} and f.slug = regexp_replace(asked, '^.*/', ''))
        or exists (select from course_slugs s
          where s.portal_id = ${portalId} and '/course/' || s.slug = asked)`.execute(tx)
    for (const { path } of rows) alive.add(path)
  }
  if (pictures.length > 0) {
    const rows = await tx
      .selectFrom('media')
      .select('uuid')
      .where('portal_id', '=', portalId)
      .where('uuid', 'in', pictures)
      .where('deleted_at', 'is', null)
      .execute()
    for (const { uuid } of rows) alive.add(uuid)
  }
  const isDead = (path: string | null): boolean => {
    if (path === null) return true
    const uuid = PICTURE.exec(path)?.[1]?.toLowerCase()
    if (uuid) return !alive.has(uuid)
    return needsRecord(path) && !path.startsWith('/api/') && !alive.has(path)
  }
  return [...paths].flatMap(([address, path]) => (isDead(path) ? [address] : []))
}
