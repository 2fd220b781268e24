import { PREVIEW } from '#features/progress/web/public.ts'

/** The page on which an author looks at a course (BLD-067). */
export const previewPath = (slug: string): string => `/courses/builder/${encodeURIComponent(slug)}/preview`

/** The course itself, as it stands in that page. */
export const previewedPath = (slug: string): string => `/courses/learner/${encodeURIComponent(slug)}/${PREVIEW}/outline`

/** The slug of the course that stands at an address of a preview. */
export const previewedSlug = (pathname: string): string => decodeURIComponent(pathname.split('/')[3] ?? '')
