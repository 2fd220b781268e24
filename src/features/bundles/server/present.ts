import { coursesOf, presentCourse } from '#features/catalog/server/api.ts'
import type { Context } from '#kernel/context.ts'
import type { Tx } from '#platform/db/db.ts'
import { type BundleRow, isAvailable } from './store.ts'

/** Bundles of the storefront as they are answered, with their courses read in one statement for all of them. */
export const presentBundles = async (
  tx: Tx,
  ctx: Pick<Context, 'portal' | 'viewer'>,
  bundles: readonly BundleRow[],
) => {
  const ids = bundles.flatMap((bundle) => bundle.courses.map((course) => course.id))
  const courses = await coursesOf(tx, ctx, ids, { isInBundle: true })
  const byId = new Map(courses.map((course) => [course.id, presentCourse(course)]))
  return bundles.map((bundle) => ({
    id: bundle.id,
    slug: bundle.slug,
    title: bundle.title,
    thumbnail: bundle.thumbnail,
    text: bundle.text,
    price: bundle.price_cents,
    discount_price: bundle.discount_price_cents,
    is_available: isAvailable(bundle),
    courses: bundle.courses.flatMap((course) => byId.get(course.id) ?? []),
    seo_image: bundle.seo_image,
    meta_title: bundle.meta_title,
    meta_description: bundle.meta_description,
    seo_keywords: bundle.seo_keywords,
    updated_at: bundle.updated_at,
  }))
}
