import { PersonShown } from '#features/accounts/contract.ts'
import { badgeNumber } from '#features/badges/contract.ts'
import { chosenId, endpoint, id, one, time } from '#kernel/endpoint.ts'
import { rule, z } from '#kernel/schema.ts'

/** The roles somebody can have in a course (USR-015). */
export const COURSE_ROLES = ['learner', 'manager', 'instructor'] as const

const RoleId = z.enum(COURSE_ROLES)
const Access = z.enum(['pending', 'active', 'expired'])

/** An enrollment (USR-020); its id is the `related_id` of the learner's calls. */
export const Enrollment = z.object({
  id: z.int(),
  user_id: z.int(),
  course_id: z.int(),
  portal_id: z.int(),
  role_id: RoleId,
  curator_id: z.nullable(z.int()),
  manager_id: z.nullable(z.int()),
  /** 1 in progress, 2 success, 3 failed, 4 not started, 5 finished (LRN-007). */
  status: z.literal([1, 2, 3, 4, 5]),
  access: Access,
  starts_at: time,
  expires_at: time,
  due_at: z.nullable(time),
  created_at: time,
  completed_at: z.nullable(time),
  ended_at: z.nullable(time),
})

const MOST_AT_ONCE = 200

const NewPerson = z.object({
  first_name: rule.plainText(100, { is_required: true }),
  last_name: rule.plainText(100, { is_required: true }),
  /** "new" draws one. */
  badge_number: badgeNumber(),
})

/** Enrolls people, existing, by e-mail or new without one, in a course (USR-019, USR-036, USR-037, BDG-004). */
export const createEnrollments = endpoint({
  method: 'POST',
  path: '/enrollments',
  permission: 'users.create',
  summary: 'Enroll people in a course; a manager pays with own credits, others with those of the portal',
  is_idempotent: true,
  example: {
    course_id: 12,
    role_id: 'learner',
    user_ids: [57, 58],
    emails: ['cleo@example.com'],
    due_at: '2026-04-01T21:00:00.000Z',
  },
  body: z
    .object({
      course_id: chosenId('a course'),
      role_id: z._default(RoleId, 'learner'),
      user_ids: z._default(z.array(id).check(z.maxLength(MOST_AT_ONCE)), []),
      emails: z._default(rule.tagList({ are_emails: true, max: 50 }), []),
      /** People without an e-mail, who join the portal as learners with a badge (BDG-004). */
      new_people: z._default(z.array(NewPerson).check(z.maxLength(50)), []),
      starts_at: z.optional(time),
      due_at: z.optional(z.nullable(time)),
      curator_id: z.optional(z.nullable(id)),
    })
    .check(
      z.refine((body) => body.user_ids.length + body.emails.length + body.new_people.length > 0, {
        path: ['user_ids'],
        error: 'Please choose at least one user.',
      }),
    ),
  response: one(
    z.object({
      enrolled: z.array(Enrollment),
      /** Those who could not be enrolled while others could, each with the text of the reason. */
      refused: z.array(
        z.object({
          user_id: z.nullable(z.int()),
          email: z.nullable(z.string()),
          code: z.string(),
          message: z.string(),
        }),
      ),
    }),
  ),
  errors: [
    'not_found',
    'own_credits_not_enough',
    'portal_credits_not_enough',
    'plan_not_enough',
    'role_not_allowed',
    'role_not_held',
    'badge_number_taken',
    'badges_off',
    'invalid',
  ],
})

/** Takes people out of their courses (USR-018, USR-023, USR-037). */
export const deleteEnrollments = endpoint({
  method: 'DELETE',
  path: '/enrollments',
  permission: 'users.delete',
  summary: 'Unenroll; a learner without progress gives the credit back',
  is_idempotent: true,
  body: z.object({ role_id: RoleId, ids: z.array(id).check(z.minLength(1), z.maxLength(MOST_AT_ONCE)) }),
  response: one(
    z.object({
      deleted: z.array(z.int()),
    }),
  ),
  errors: ['not_found', 'user_has_progress', 'role_not_allowed', 'invalid'],
})

/** Sets or takes away the curator of a learner (USR-016, USR-037). */
export const setCurator = endpoint({
  method: 'PUT',
  path: '/enrollments/:id/curator',
  permission: 'enrollments.update',
  summary: 'Set the curator of an enrollment: an instructor or manager of the course',
  record: { kind: 'enrollment' },
  params: z.object({ id }),
  body: z.object({ curator_id: z.nullable(id) }),
  response: one(Enrollment),
  errors: ['not_found', 'invalid'],
})

/** Moves the start of access, while it has not begun, and the due date of a learner (USR-053). */
export const updateEnrollmentDates = endpoint({
  method: 'PUT',
  path: '/enrollments/:id/dates',
  permission: 'enrollments.update',
  summary: 'Change when a learner can start and when the course is due',
  record: { kind: 'enrollment' },
  params: z.object({ id }),
  body: z.object({
    /** Now or later; only while access has not begun. */
    starts_at: z.optional(time),
    due_at: z.optional(z.nullable(time)),
  }),
  response: one(Enrollment),
  errors: ['not_found', 'invalid'],
})

export const listCurators = endpoint({
  method: 'GET',
  path: '/enrollments/:id/curators',
  permission: 'enrollments.update',
  summary: 'Who can be the curator of an enrollment: the instructors and managers of its course',
  params: z.object({ id }),
  response: z.object({ data: z.array(PersonShown) }),
  errors: ['not_found'],
})

/** Why this person can or cannot enter the course. */
export const showAccess = endpoint({
  method: 'GET',
  path: '/enrollments/:id/access',
  permission: 'enrollments.view',
  summary: 'Why the person of an enrollment can or cannot enter',
  record: { kind: 'enrollment' },
  params: z.object({ id }),
  response: one(
    z.object({
      enrollment: Enrollment,
      course: z.object({ id: z.int(), slug: z.string(), title: z.string(), publication_status: z.int() }),
      curator: z.nullable(PersonShown),
      access: Access,
      can_work: z.boolean(),
      can_read: z.boolean(),
      reasons: z.array(
        z.object({
          code: z.enum([
            'granted',
            'not_a_member',
            'blocked',
            'role_missing',
            'no_grant',
            'ended',
            'not_started',
            'expired',
            'completed',
          ]),
          at: z.nullable(time),
        }),
      ),
      grants: z.array(
        z.object({
          id: z.int(),
          kind: z.enum(['order', 'credit', 'subscription', 'bundle', 'manual']),
          order_id: z.nullable(z.int()),
          granted_by: z.nullable(z.int()),
          created_at: time,
          revoked_at: z.nullable(time),
          revoke_reason: z.nullable(z.string()),
          /** Who enrolled the person, where somebody did. */
          granter: z.nullable(z.string()),
          is_live: z.boolean(),
        }),
      ),
    }),
  ),
  errors: ['not_found'],
})
