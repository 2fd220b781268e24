import { listBundles } from '#features/bundles/contract.ts'
import type { StoreBundle } from '#features/bundles/web/public.ts'
import { listCourseFilters, listCourses } from '#features/catalogue/contract.ts'
import { COLLECTION_BLOCKS } from '#features/catalogue/rules/collections.ts'
import type { StoreCourse } from '#features/catalogue/web/public.ts'
import type { Api } from '#kernel/client.ts'
import type { PageSession } from '#kernel/session.ts'

export type HomeContent = {
  courses: StoreCourse[]
  bundles: StoreBundle[]
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
  return { courses: courses.data, bundles: bundles.data, categories: filters.data.category }
}
