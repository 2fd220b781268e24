/** The addresses of the lite version, as patterns with `:name` for what differs (ROU-154 to ROU-159). */
export const LITE_PAGES = [
  '/lite',
  '/lite/certificates',
  '/lite/sign-in',
  '/lite/second-step',
  '/lite/badge',
  '/lite/badge/start',
  '/lite/role',
  '/lite/sign-out',
  '/lite/courses/:slug',
  '/lite/courses/:slug/:relatedId',
  '/lite/courses/:slug/:relatedId/items/:itemType/:itemId',
  '/lite/courses/:slug/:relatedId/exams/:examId',
  '/lite/full',
  '/lite/switch',
] as const
export type LitePage = (typeof LITE_PAGES)[number]

/**
 * Where signing out leads: a page whose script gives back exams on this device and deletes what is kept (OFF-012, OFF-023). The
 * query `sign-on` is for people who signed in at a provider.
 */
export const SIGNED_OUT = '/on-this-device/signed-out'
/** Where that leads on: to the sign-in, or to signing out at the provider. */
export const afterSignedOut = (query: URLSearchParams): string =>
  query.has('sign-on') ? '/sign-on/sign-out' : '/lite/sign-in'

/** The cookie that keeps which version a device shows (LIT-016). */
export const VERSION_COOKIE = 'version'
export const LITE = 'lite'
export const VERSION_SECONDS = 365 * 86_400

type Place = { slug: string; related_id: number }
type Item = { itemable_type: string; itemable_id: number; module_id?: number | null }

export const litePath = ({ slug, related_id }: Place): string =>
  `/lite/courses/${encodeURIComponent(slug)}/${related_id}`

/** Where an item stands in the lite version; what it cannot show leads to the page that says so. */
export const liteItemPath = (place: Place, { itemable_type: type, itemable_id: id, module_id }: Item): string => {
  const isInModule = module_id !== null && module_id !== undefined
  if (isInModule || type === 'Module') return `${litePath(place)}/items/${type}/${id}`
  if (type === 'Exam' || type === 'Survey') return `${litePath(place)}/exams/${id}`
  return needsFull(fullItemPath(place, { itemable_type: type, itemable_id: id }))
}

const FULL_COURSE = '/courses/learner'
export const fullCoursePath = ({ slug, related_id }: Place): string =>
  `${FULL_COURSE}/${encodeURIComponent(slug)}/${related_id}/outline`

/** Where an item stands in the full version (ROU-053 to ROU-060). */
export const fullItemPath = (place: Place, { itemable_type: type, itemable_id: id, module_id }: Item): string => {
  const outline = fullCoursePath(place)
  if (module_id) return `${outline}/modules/${module_id}/${type}/${id}`
  const folders: Record<string, string> = {
    Module: 'modules',
    Exam: 'exams',
    Survey: 'exams',
    Assignment: 'assignments',
  }
  return `${outline}/${folders[type] ?? type}/${id}`
}

/** The page that says that a part needs the full version, and leads there. */
export const needsFull = (fullPath: string): string => `/lite/full?at=${encodeURIComponent(fullPath)}`

/** The link that switches this device to a version and goes on at the same place. */
export const switchTo = (version: 'lite' | 'full', at: string): string =>
  `/lite/switch?to=${version}&at=${encodeURIComponent(at)}`

const FIXED: readonly (readonly [full: string, lite: string])[] = [
  ['/login', '/lite/sign-in'],
  ['/login/second-step', '/lite/second-step'],
  ['/badge', '/lite/badge'],
  ['/dashboard', '/lite'],
  ['/courses/learner', '/lite'],
]
const COURSE = /^\/courses\/learner\/([^/?#]+)(?:\/(\d+))?(?:\/(?:outline|overview|certificates))?$/
const MODULE_ITEM = /^\/courses\/learner\/([^/?#]+)\/(\d+)\/outline\/modules\/\d+\/([A-Za-z]+)\/(\d+)$/
const EXAM = /^\/courses\/learner\/([^/?#]+)\/(\d+)\/outline\/exams\/(\d+)$/

/** Where a page of the full version stands in the lite one; null for a page that only the full version has. */
export const litePathOf = (fullPath: string): string | null => {
  const path = fullPath.replace(/[?#].*$/, '')
  const fixed = FIXED.find(([full]) => full === path)
  if (fixed) return fixed[1]
  const item = MODULE_ITEM.exec(path)
  if (item) return `/lite/courses/${item[1]}/${item[2]}/items/${item[3]}/${item[4]}`
  const exam = EXAM.exec(path)
  if (exam) return `/lite/courses/${exam[1]}/${exam[2]}/exams/${exam[3]}`
  const course = COURSE.exec(path)
  return course ? `/lite/courses/${course[1]}${course[2] ? `/${course[2]}` : ''}` : null
}

/**
 * Where a device that shows the lite version is led from a page of the full one. Items are not among them: a part that
 * needs the full version is opened there from the lite one.
 */
export const leadsToLite = (path: string): string | null =>
  MODULE_ITEM.test(path) || EXAM.test(path) ? null : litePathOf(path)

/** The page of the full version for a page of the lite one. */
export const fullPathOf = (lite: string): string => {
  const path = lite.replace(/[?#].*$/, '')
  if (path.startsWith('/lite/badge')) return '/badge'
  const fixed = FIXED.find(([, own]) => own === path)
  if (fixed) return path === '/lite' ? '/dashboard' : fixed[0]
  const course = /^\/lite\/courses\/([^/]+)(?:\/(\d+))?(?:\/exams\/(\d+))?/.exec(path)
  if (!course) return '/dashboard'
  const [, slug, relatedId, examId] = course
  if (!relatedId) return `${FULL_COURSE}/${slug}`
  return `${FULL_COURSE}/${slug}/${relatedId}/outline${examId ? `/exams/${examId}` : ''}`
}

/** A part of an address as text; one that cannot be decoded names nothing. */
const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** The pattern of an address and what it names there; null for one that the lite version does not have. */
export const matchLite = (path: string): { page: LitePage; params: Record<string, string> } | null => {
  const parts = path.split('/').filter(Boolean)
  for (const page of LITE_PAGES) {
    const pattern = page.split('/').filter(Boolean)
    if (pattern.length !== parts.length) continue
    const params: Record<string, string> = {}
    const fits = pattern.every((name, at) => {
      const part = parts[at] as string
      if (!name.startsWith(':')) return name === part
      params[name.slice(1)] = decoded(part)
      return true
    })
    if (fits) return { page, params }
  }
  return null
}
