import { loadCourse, loadFormerSlugs } from '#features/courses/server/api.ts'
import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import { inPortal } from '#platform/db/other-portals.ts'
import type { Services } from '#platform/services.ts'
import type { Offer } from './receive.ts'
import { loadRelease } from './shares-store.ts'
import { loadSourceVersion } from './source-version.ts'

/**
 * A release of a course with everything in it, read in the portal that shares it. The caller knows that it is shared with the
 * portal of the call; nothing else of the other portal is read (PRT-011).
 */
export const loadOffer = (
  tx: Tx,
  { portalById }: Pick<Services, 'portalById'>,
  source: { portal_id: number; course_id: number },
  number: number,
): Promise<Offer> =>
  inPortal(tx, source.portal_id, async () => {
    const portal = await portalById(source.portal_id)
    const course = await loadCourse(tx, source.portal_id, { id: source.course_id })
    const release = await loadRelease(tx, source, number)
    if (!portal || !course || !release) throw fail('not_found')
    const slugs = [course.slug, ...(await loadFormerSlugs(tx, source.portal_id, source.course_id))]
    const of = { slugs, origin: portal.origin }
    const version = await loadSourceVersion(tx, source, release.version, of)
    return { ...source, portal_name: portal.name, release, version }
  })
