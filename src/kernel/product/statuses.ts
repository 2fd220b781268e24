/** The numbers of statuses as tables and calls have them. Nothing else names a number: scripts/boundaries.mjs looks. */

/** Whether a course, bundle or page is published (CAT-003). */
export const PUBLICATION = { draft: 1, published: 2, coming_soon: 3, archived: 4 } as const
export type Publication = (typeof PUBLICATION)[keyof typeof PUBLICATION]

/** Whether a review or an external page is approved (REV-006, PAR-006). */
export const APPROVAL = { not_approved: 1, pending: 2, approved: 3, draft: 4 } as const
export type Approval = (typeof APPROVAL)[keyof typeof APPROVAL]

/** How far a learner got with an item, a module, an attempt or a course (LRN-007). */
export const PROGRESS = { in_progress: 1, success: 2, failed: 3, not_started: 4, finished: 5 } as const
export type Progress = (typeof PROGRESS)[keyof typeof PROGRESS]

/** What has become of an order (ORD-006). */
export const ORDER_STATUS = { pending: 1, cancelled: 2, completed: 3, failed: 4, processing: 5, refunded: 6 } as const
export type OrderStatus = (typeof ORDER_STATUS)[keyof typeof ORDER_STATUS]

/** Whether a learner's question waits for an answer (REV-015). */
export const QUESTION_STATUS = { opened: 1, closed: 2 } as const
export type QuestionStatus = (typeof QUESTION_STATUS)[keyof typeof QUESTION_STATUS]

/** How far a course is on its way to another portal (BLD-026). */
export const PUBLISHING = { queued: 1, processing: 2, published: 3, failed: 4 } as const

/** Status of an invitation (MGR-001). */
export const INVITATION = { invited: 1, accepted: 2, cancelled: 3, declined: 4, reinvited: 5, failed: 6 } as const
export type InvitationStatus = (typeof INVITATION)[keyof typeof INVITATION]
/** While it is open, one credit is reserved for it (MGR-007). */
export const OPEN_INVITATIONS = [INVITATION.invited, INVITATION.reinvited] as const
