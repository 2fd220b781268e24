import { listBundles } from '#features/bundles/contract.ts'
import { listCourseFilters, listCourses } from '#features/catalogue/contract.ts'
import { COLLECTION_BLOCKS } from '#features/catalogue/rules/collections.ts'
import { type ListedCourse, listedCourse } from '#features/catalogue/web/public.ts'
import type { Api } from '#kernel/client.ts'
import type { PageSession } from '#kernel/session.ts'
import type { BundleCardData } from '#ui/public/bundle-card.tsx'

export type HomeContent = {
  courses: ListedCourse[]
  bundles: (BundleCardData & { id: number })[]
  categories: { value: string; label: string }[]
}

/** The default collection blocks (CAT-021) and the categories; a portal that sells nothing has none of them. */
export const loadHome = async (api: Api, { portal }: PageSession): Promise<HomeContent> => {
  if (!portal.flags.is_marketable || portal.flags.is_in_house) return { courses: [], bundles: [], categories: [] }
  const [courses, bundles, filters] = await Promise.all([
    api.call(listCourses, { query: COLLECTION_BLOCKS.courses }),
    api.call(listBundles, { query: COLLECTION_BLOCKS.bundles }),
    api.call(listCourseFilters),
  ])
  return {
    courses: courses.data.map(listedCourse),
    bundles: bundles.data.map(({ courses: inside, id, slug, title, thumbnail, price, discount_price }) => ({
      ...{ id, slug, title, thumbnail, price, discount_price },
      courses: inside.map((course) => ({ title: course.title, thumbnail: course.thumbnail })),
    })),
    categories: filters.data.category,
  }
}
