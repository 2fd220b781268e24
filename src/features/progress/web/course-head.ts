import type { PageSession } from '#kernel/access/session.ts'

const FRAME = '/_learn/_learning/courses/learner/$slug/$relatedId'

type Matches = readonly { routeId: string; loaderData?: unknown; context?: unknown }[]

/**
 * The head of a page inside a course. Its title names the page, the course and the portal, so that browser tabs,
 * history and screen readers distinguish the items of a course (LRN-051). The frame of the course sets the rules for
 * robots.
 */
export const courseHead = (title: string | undefined, matches: Matches) => {
  const frame = matches.find(({ routeId }) => routeId === FRAME)
  const course = (frame?.loaderData as { title?: string } | undefined)?.title
  const portal = (frame?.context as { session?: PageSession } | undefined)?.session?.portal.name
  return { meta: [{ title: [title, course, portal].filter(Boolean).join(' – ') }] }
}
