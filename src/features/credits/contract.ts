import { PersonShown } from '#features/accounts/contract.ts'
import { day, endpoint, id, listQuery, one, page, time } from '#kernel/endpoint.ts'
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

/** Where credits lie: `issued` is where they come from; `order` is a single seat of a buyer. */
const Place = z.object({
  kind: z.enum(['issued', 'portal', 'manager', 'partner', 'order', 'reserved', 'used', 'removed']),
  /** The manager, where it is one. */
  user: Person,
  /** True for credits of one course. */
  is_of_course: z.boolean(),
})

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
  /** From where to where (CRD-034). */
  from: Place,
  to: Place,
  /** What the movement adds to the figure that was asked for; null without one (CRD-035). */
  change: z.nullable(z.int()),
  /** What the holder in whose books the line stands had left. */
  balance_after: z.int(),
  course: z.nullable(z.object({ id: z.int(), slug: z.string(), title: z.string() })),
  /** The manager whose credits these are, or who got or gave them back; null for the portal's own. */
  user: Person,
  /** The learner whose enrollment used the credit. */
  learner: Person,
  /** Whom the invitation is for that the credit was last reserved, given back or used for (MGR-033). */
  invited_email: z.nullable(z.string()),
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
  response: one(
    z.object({
      ...CreditNumbers.shape,
      /** Of the distributed ones those that open invitations hold (CRD-031). */
      reserved: z.int(),
    }),
  ),
})

const FIGURES = ['total', 'remaining', 'distributed', 'used', 'reserved'] as const

const movementsFilter = {
  /** Movements from this time on. */
  from: z.optional(time),
  /** Movements before this time. */
  until: z.optional(time),
  /** Days in the time zone of the portal, both included. */
  date_from: z.optional(day),
  date_to: z.optional(day),
  course_id: z.optional(id),
  /** The manager or the learner concerned. */
  user_id: z.optional(id),
  /** The movements that a figure of the holder is made of, with `holder` manager those of the person `user_id` (CRD-035). */
  figure: z.optional(z.enum(FIGURES)),
  holder: z._default(z.enum(['portal', 'manager']), 'portal'),
  /** Credits of the portal that belong to no course. */
  is_general: z.optional(z.enum(['true'])),
}

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
    ...movementsFilter,
  }),
  response: page(Movement),
})

/** The same as CSV (CRD-036). */
export const exportHistory = endpoint({
  method: 'GET',
  path: '/admin/credits/history/export',
  permission: 'portal-credits.view',
  summary: 'Export movements of credits, as CSV',
  gives: 'file',
  is_read_only: false,
  query: z.object(movementsFilter),
})

/** What the portal has for each course, general credits first, or what each manager has of a course (CRD-035, CRD-036). */
export const listHolders = endpoint({
  method: 'GET',
  path: '/admin/credits/holders',
  permission: 'portal-credits.view',
  summary: 'Credits by course, or by manager',
  query: z.object({
    cursor: listQuery(['title']).cursor,
    per_page: listQuery(['title']).per_page,
    search: listQuery(['title']).search,
    sort: z._default(z.enum(['title', '-title']), 'title'),
    kind: z._default(z.enum(['course', 'manager']), 'course'),
  }),
  response: page(
    z.object({
      id: z.int(),
      course: z.nullable(z.object({ id: z.int(), slug: z.string(), title: z.string() })),
      user: Person,
      ...CreditNumbers.shape,
    }),
  ),
})
