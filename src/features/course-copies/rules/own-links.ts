type Ids = ReadonlyMap<number, number>

/** A course and its copy, with what became of the ids of everything in it. */
export type Copied = {
  /** The address of the course and its former ones, which links may still use (ROU-004). */
  from: readonly string[]
  to: string
  /** The origins under which the portal is reached; links without one are its own as well. */
  origins: readonly string[]
  /** What links with an origin begin with instead; without it they keep theirs. */
  to_origin?: string
  modules: Ids
  module_items: Ids
  /** Exams and knowledge checks. */
  exams: Ids
  assignments: Ids
  scorm: Ids
  cloud: Ids
}

const KINDS = {
  modules: 'modules',
  exams: 'exams',
  assignments: 'assignments',
  ScormModule: 'scorm',
  CloudScormModule: 'cloud',
} as const

const idIn = (ids: Ids, text: string): string => String(ids.get(Number(text)) ?? text)

/** `outline/exams/5` and the like with the ids of the copies; what is not in the course stays as it is. */
const itemPathIn = (path: string, copied: Copied): string =>
  path.replace(
    /\/outline\/(modules|exams|assignments|ScormModule|CloudScormModule)\/(\d+)(?:\/([A-Za-z]+)\/(\d+))?/,
    (_, kind: keyof typeof KINDS, id: string, type?: string, inner?: string) => {
      const place = `/outline/${kind}/${idIn(copied[KINDS[kind]], id)}`
      return type && inner ? `${place}/${type}/${idIn(copied.module_items, inner)}` : place
    },
  )

const LINK = /(\b(?:href|src)=")([^"]*)(")/g

/**
 * A text of a course in which links to the course and to what is in it lead to its copy (BLD-069): its page in the store and
 * the pages of learners. All other links stay as they are.
 */
export const withOwnLinks = (html: string, copied: Copied): string => {
  const to = encodeURIComponent(copied.to)
  const pages = copied.from.map(encodeURIComponent).flatMap((slug) => [
    { at: `/course/${slug}`, instead: `/course/${to}`, hasItems: false },
    { at: `/courses/learner/${slug}`, instead: `/courses/learner/${to}`, hasItems: true },
  ])
  return html.replace(LINK, (whole, before: string, address: string, after: string) => {
    const origin = copied.origins.find((one) => address.startsWith(`${one}/`)) ?? ''
    const path = address.slice(origin.length)
    const page = pages.find(({ at }) => path === at || (/^[/?#]/.test(path.slice(at.length)) && path.startsWith(at)))
    if (!page) return whole
    const rest = path.slice(page.at.length)
    const place = `${page.instead}${page.hasItems ? itemPathIn(rest, copied) : rest}`
    return `${before}${origin && (copied.to_origin ?? origin)}${place}${after}`
  })
}
