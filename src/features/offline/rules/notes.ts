/** What a learner is to know about work that was kept on this device and did not count (OFF-028). */
export type KeptNote = {
  related_id: number
  /** The title of the course. */
  title: string
  kind: 'ended' | 'refused'
  /** The titles of the items that were finished here and not recorded. */
  items: string[]
}
/** A step of a learner in an item that the server refused; `path` is that of the item. */
export type RefusedStep = { related_id: number; path: string; is_finish: boolean }

const STEP = /^\/learner\/module-items\/\w+\/\d+(?=\/(start|finish|position)$)/

/** The step of a learner in an item that a call makes; null for any other call. */
export const stepOf = ({ url, body }: { url: string; body?: unknown }): RefusedStep | null => {
  const [path, kind] = STEP.exec(url) ?? []
  const { related_id: id } = (body ?? {}) as { related_id?: number }
  return path && id !== undefined ? { related_id: id, path, is_finish: kind === 'finish' } : null
}

/** A course that was kept, with the paths by which steps name its items. */
export type NotedCourse = { related_id: number; title: string; items: { path: string; title: string }[] }

/**
 * The note of a course after refused steps in it, or after its access ended; with what its note says already. Null where there is
 * nothing to say: a refused start or place changes nothing for the learner.
 */
export const noteOf = (
  { related_id, title, items }: NotedCourse,
  steps: readonly RefusedStep[],
  { isEnded, before }: { isEnded: boolean; before: KeptNote | undefined },
): KeptNote | null => {
  const finished = new Set(steps.filter((step) => step.is_finish).map(({ path }) => path))
  if (!isEnded && finished.size === 0) return null
  const lost = items.filter(({ path }) => finished.has(path)).map((item) => item.title)
  const titles = [...new Set([...(before?.items ?? []), ...lost])]
  return { related_id, title, kind: isEnded ? 'ended' : 'refused', items: titles }
}
