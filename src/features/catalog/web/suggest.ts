import type { Api } from '#kernel/client.ts'
import type { Suggestion } from '#ui/public/site/suggest-input-part.tsx'
import { suggestCourses } from '../contract.ts'
import { COURSE_FILTERS } from '../rules/address.ts'

/** Courses and filters of the list at `path` for what somebody is typing (CAT-012). */
export const suggestIn =
  (api: Api, path: string) =>
  async (search: string): Promise<Suggestion[]> => {
    const { data } = await api.call(suggestCourses, { query: { search } })
    return [
      ...data.courses.map(({ slug, title }) => ({ label: title, href: `/course/${encodeURIComponent(slug)}` })),
      ...data.filters.map(({ name, value, label }) => ({
        label,
        href: `${path}?${new URLSearchParams([[name, value]])}`,
        note: COURSE_FILTERS.find((filter) => filter.name === name)?.title ?? '',
      })),
    ]
  }
