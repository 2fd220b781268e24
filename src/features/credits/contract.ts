import { PersonShown } from '#features/accounts/contract.ts'
import { endpoint, id, listQuery, one, page, time } from '#kernel/endpoint.ts'
import { z } from '#kernel/schema.ts'

/** total = remaining + distributed, used at most distributed (CRD-007). */
export const CreditNumbers = z.object({
  total: z.int(),
  remaining: z.int(),
  /** Handed on, reserved by an open invitation or used by an enrollment (CRD-031). */
  distributed: z.int(),
  used: z.int(),
})

const Person = z.nullable(PersonShown)

/** A line of the history (CRD-025). */
export const Movement = z.object({
  id: z.int(),
  /** 1 allocated, 2 removed, 3 purchased (CRD-008, CRD-009). */
  kind: z.literal([1, 2, 3]),
  /** 1 given, 2 taken; null for what was neither. */
  direction: z.nullable(z.literal([1, 2])),
  /** 1 course, 2 subscription, 3 portal, 4 partner page (CRD-010). */
  target: z.literal([1, 2, 3, 4]),
  /** Why the credits moved, in one word. */
  purpose: z.string(),
  amount: z.int(),
  /** What the holder in whose books the line stands had left. */
  balance_after: z.int(),
  course: z.nullable(z.object({ id: z.int(), slug: z.string(), title: z.string() })),
  /** The manager whose credits these are, or who got or gave them back; null for the portal's own. */
  user: Person,
  /** The learner whose enrollment used the credit. */
  learner: Person,
  /** Who did it; null for what happened by itself. */
  actor: Person,
  enrollment_id: z.nullable(z.int()),
  order_id: z.nullable(z.int()),
  created_at: time,
})

/** All credits of the portal (PRT-059, CRD-003). */
export const showPortalCredits = endpoint({
  method: 'GET',
  path: '/portal/credits',
  permission: 'portal-credits.view',
  summary: 'Distributed, remaining and used credits of the portal',
  response: one(CreditNumbers),
})

/** The movements, newest first, filtered by date, course and user (CRD-026, CRD-030). */
export const listHistory = endpoint({
  method: 'GET',
  path: '/admin/credits/history',
  permission: 'portal-credits.view',
  summary: 'Movements of credits',
  query: z.object({
    cursor: listQuery(['created_at']).cursor,
    per_page: listQuery(['created_at']).per_page,
    sort: z._default(z.enum(['created_at', '-created_at']), '-created_at'),
    /** Movements from this time on. */
    from: z.optional(time),
    /** Movements before this time. */
    until: z.optional(time),
    course_id: z.optional(id),
    /** The manager or the learner concerned. */
    user_id: z.optional(id),
  }),
  response: page(Movement),
})
