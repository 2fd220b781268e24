/**
 * The `related_id` of a preview in the addresses and calls of learners: it has no enrollment, and no record has this id
 * (BLD-067).
 */
export const PREVIEW = 0

/** Whether a page of a course is shown to its author in place of a learner. */
export const isPreviewPath = (pathname: string): boolean => /^\/courses\/learner\/[^/]+\/0(\/|$)/.test(pathname)
