import { keptFilesOf, keptPagesOf } from '#ui/kept/kept-pages.ts'
import { type KeptCourse, type KeptItem, keyOf } from '../../rules/kept.ts'
import { MARK } from '../mark.ts'

/** The area of the kept pages of courses. */
export const AREA = 'courses'

const courseKey = (relatedId: number) => `/kept/courses/${relatedId}`
export const answerKey = (path: string, relatedId: number) => `/kept/answers/api/v1${path}?related_id=${relatedId}`
export const itemPath = ({ itemable_type: type, itemable_id: id }: Pick<KeptItem, 'itemable_type' | 'itemable_id'>) =>
  type === 'Exam' || type === 'Survey' ? `/learner/exams/${id}` : `/learner/module-items/${type}/${id}`
export const outlinePage = ({ slug, related_id }: Pick<KeptCourse, 'slug' | 'related_id'>) =>
  `/courses/learner/${encodeURIComponent(slug)}/${related_id}/outline`
export const outlineCalls = (slug: string) => [
  `/learner/courses/${encodeURIComponent(slug)}`,
  `/learner/courses/${encodeURIComponent(slug)}/modules`,
]

export const filesOf = (userId: number): Promise<Cache> => caches.open(keptFilesOf(userId))

const json = (value: unknown) =>
  new Response(JSON.stringify(value), { headers: { 'content-type': 'application/json' } })
export const putJson = (cache: Cache, key: string, value: unknown): Promise<void> => cache.put(key, json(value))

/** The courses of which this browser keeps something for a person. */
export const readCourses = async (userId: number): Promise<KeptCourse[]> => {
  if (typeof caches === 'undefined' || !(await caches.has(keptFilesOf(userId)))) return []
  const cache = await filesOf(userId)
  const keys = (await cache.keys()).filter(({ url }) => new URL(url).pathname.startsWith('/kept/courses/'))
  const courses = await Promise.all(keys.map(async (key) => (await cache.match(key))?.json() as Promise<KeptCourse>))
  return courses.filter(Boolean).toSorted((one, other) => one.title.localeCompare(other.title, 'en'))
}
export const readCourse = async (userId: number, relatedId: number): Promise<KeptCourse | null> =>
  (await readCourses(userId)).find((course) => course.related_id === relatedId) ?? null

const listeners = new Set<() => void>()
/** Calls back after each change of what is kept, by any tab. */
export const onKeptChange = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('kept-courses')
const tell = () => {
  for (const listener of listeners) listener()
}
channel?.addEventListener('message', tell)
const changed = () => {
  tell()
  channel?.postMessage('')
}

/** Whether the browser has no room for more. */
export const isFull = (error: unknown): boolean => (error as { name?: string } | null)?.name === 'QuotaExceededError'

/** Changes the record of a course; one tab after the other. Where nothing is kept, not even an empty cache is left. */
const changeCourse = (
  userId: number,
  relatedId: number,
  change: (course: KeptCourse | null) => KeptCourse | null,
): Promise<void> =>
  navigator.locks.request('kept-courses', async () => {
    const after = change(await readCourse(userId, relatedId))
    if (!after && !(await caches.has(keptFilesOf(userId)))) return
    const cache = await filesOf(userId)
    if (after) {
      await putJson(cache, courseKey(relatedId), after).catch(async (error: unknown) => {
        if (!isFull(error)) throw error
        // On a full disk there is room for the record only once what it no longer names is gone.
        const others = (await readCourses(userId)).filter(({ related_id: id }) => id !== relatedId)
        await cleanUp(userId, cache, [...others, after])
        await putJson(cache, courseKey(relatedId), after)
      })
      localStorage.setItem(MARK, String(userId))
    } else await cache.delete(courseKey(relatedId))
    await cleanUp(userId, cache, await readCourses(userId))
    changed()
  })

/** Keeps a course, with the items that are kept of it already. */
export const saveCourse = (userId: number, course: Omit<KeptCourse, 'items'>): Promise<void> =>
  changeCourse(userId, course.related_id, (before) => ({ ...course, items: before?.items ?? [] }))

/** Notes what is new of a course; one that was removed meanwhile, by this tab or another, does not come back. */
export const renewCourse = (userId: number, course: Omit<KeptCourse, 'items'>): Promise<void> =>
  changeCourse(userId, course.related_id, (before) => before && { ...course, items: before.items })

/** Adds items to a course that is kept. */
export const addItems = (userId: number, relatedId: number, items: readonly KeptItem[]): Promise<void> =>
  changeCourse(userId, relatedId, (course) => {
    if (!course) return null
    const keys = new Set(items.map(keyOf))
    return { ...course, items: [...course.items.filter((item) => !keys.has(keyOf(item))), ...items] }
  })

/** Replaces an item by its later state; one that was removed meanwhile does not come back. */
export const renewItem = (userId: number, relatedId: number, item: KeptItem): Promise<void> =>
  changeCourse(
    userId,
    relatedId,
    (course) =>
      course && { ...course, items: course.items.map((before) => (keyOf(before) === keyOf(item) ? item : before)) },
  )

export const removeItems = (userId: number, relatedId: number, items: readonly KeptItem[]): Promise<void> =>
  changeCourse(userId, relatedId, (course) => {
    const keys = new Set(items.map(keyOf))
    const left = course?.items.filter((item) => !keys.has(keyOf(item))) ?? []
    return course && left.length > 0 ? { ...course, items: left } : null
  })

/** Takes back what did not fit (OFF-013): items that are not complete go, and those that changed stay as they were before. */
export const rollBack = (userId: number, relatedId: number, before: readonly KeptItem[]): Promise<void> =>
  changeCourse(userId, relatedId, (course) => {
    const former = new Map(before.map((item) => [keyOf(item), item]))
    const complete = course?.items.filter(({ is_complete }) => is_complete) ?? []
    const items = complete.map((item) => {
      const old = former.get(keyOf(item))
      return old?.is_complete && old.mark === item.mark ? old : item
    })
    return course && items.length > 0 ? { ...course, items } : null
  })

/** Removes a course from the device, with its page. */
export const removeCourse = (userId: number, relatedId: number): Promise<void> =>
  changeCourse(userId, relatedId, () => null)

const isPart = (pathname: string) => pathname.split('/')[3] ?? ''

/** Deletes everything that no kept item names any more. A file that two courses share stays as long as one has it. */
const cleanUp = async (userId: number, cache: Cache, courses: readonly KeptCourse[]): Promise<void> => {
  const items = courses.flatMap((course) => course.items.map((item) => ({ ...item, related_id: course.related_id })))
  const files = new Set(items.flatMap((item) => item.files))
  const pictures = new Set(items.flatMap((item) => item.pictures))
  const answers = new Set([
    ...items.map((item) => answerKey(itemPath(item), item.related_id)),
    ...courses.flatMap(({ slug, related_id }) => outlineCalls(slug).map((path) => answerKey(path, related_id))),
  ])
  for (const request of await cache.keys()) {
    const { pathname, search } = new URL(request.url)
    const isUsed =
      pathname.startsWith('/kept/courses/') ||
      (pathname.startsWith('/kept/files/') && files.has(isPart(pathname))) ||
      answers.has(pathname + search) ||
      pictures.has(pathname)
    if (!isUsed) await cache.delete(request)
  }
  const pages = new Set(courses.map(outlinePage))
  for (const name of await caches.keys()) {
    if (!name.startsWith(keptPagesOf(userId, AREA))) continue
    if (courses.length === 0) await caches.delete(name)
    else {
      const kept = await caches.open(name)
      for (const request of await kept.keys()) {
        const { pathname } = new URL(request.url)
        if (pathname.startsWith('/courses/') && !pages.has(pathname)) await kept.delete(request)
      }
    }
  }
  if (courses.length === 0) localStorage.removeItem(MARK)
}
