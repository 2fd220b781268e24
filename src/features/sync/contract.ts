import { sentBadgeNumber } from '#features/badges/contract-number.ts'
import { SCOPE_NAMES } from '#kernel/access/token-scopes.ts'
import { endpoint, one, time } from '#kernel/endpoint.ts'
import { fieldErrors, rule, z } from '#kernel/schema.ts'
import { valueText } from '#kernel/words.ts'
import { PERSON_REF } from './rules/refs.ts'

/** Rows of one bulk call; more are sent in several. */
export const MOST_ROWS = 200

const text = z.nullable(z.string())
const PERSON_TEXT = 'Name a person as external:E-1042, as badge:10442, or by their ID in Portico.'
const personText = valueText(z.string().check(z.trim(), z.regex(PERSON_REF, PERSON_TEXT)))
const Person = z.union([z.int().check(z.positive()), personText], PERSON_TEXT)
const Course = z.union(
  [z.int().check(z.positive()), valueText(z.string().check(z.trim(), z.minLength(1), z.maxLength(200)))],
  'Name a course by its slug, or by its ID.',
)
/** A row that does not fit; the others are carried out, so it is no reason to refuse the call. */
export class UnreadableRow {
  readonly fields: Record<string, string[]>
  constructor(fields: Record<string, string[]>) {
    this.fields = fields
  }
}

/** Takes a row that fits, and whatever else was sent as an `UnreadableRow`. */
const row = <S extends z.core.$ZodType>(schema: S) =>
  z.union([
    schema,
    z.pipe(
      valueText(z.unknown()),
      z.transform((raw: unknown) => {
        const { error } = z.safeParse(schema, raw)
        return new UnreadableRow(error ? fieldErrors(error.issues) : {})
      }),
    ),
  ])

const bulk = <S extends z.core.$ZodType>(schema: S) =>
  z.object({
    rows: z
      .array(row(schema))
      .check(
        z.minLength(1, 'Send at least one row.'),
        z.maxLength(MOST_ROWS, `Send at most ${MOST_ROWS} rows in one call.`),
      ),
  })

const RowError = z.nullable(
  z.object({ code: z.string(), message: z.string(), errors: z.optional(z.record(z.string(), z.array(z.string()))) }),
)

/** A result for each row, in the order of the rows. */
const results = <const R extends readonly [string, ...string[]], S extends z.core.$ZodLooseShape>(
  outcomes: R,
  shape: S,
) =>
  z.object({
    data: z.array(z.object({ row: z.int(), result: z.enum([...outcomes, 'refused']), ...shape, error: RowError })),
    meta: z.object({ succeeded: z.int(), refused: z.int() }),
  })

/** A person as the customer's systems read them (INT-031). */
export const SyncPerson = z.object({
  id: z.int(),
  external_id: text,
  /** Null for somebody who signs in with a badge (BDG-025). */
  email: text,
  badge_number: text,
  username: text,
  first_name: text,
  middle_name: text,
  last_name: text,
  direct_number: text,
  is_active: z.boolean(),
  joined_at: time,
  left_at: z.nullable(time),
})

const name = z.optional(z.nullable(rule.plainText(100)))
const personFields = {
  /** A new person needs it, or a badge number. A new address takes effect when its owner opens the link that is mailed. */
  email: z.optional(rule.email()),
  /** A new person with a badge alone needs a first and a last name; null withdraws the badge. */
  badge_number: z.optional(z.nullable(sentBadgeNumber())),
  first_name: name,
  middle_name: name,
  last_name: name,
  username: z.optional(z.nullable(rule.username())),
  direct_number: z.optional(z.nullable(rule.phone())),
  /** False deactivates: the person cannot sign in, and everything they reached stays. */
  is_active: z.optional(z.boolean()),
}
export const PersonRow = z.object({ external_id: rule.externalId(), ...personFields })

/** What the token can do, for a first call (INT-029). */
export const showSync = endpoint({
  method: 'GET',
  path: '/sync',
  permission: 'callbacks.view',
  summary: 'Check a token: the portal, and what the token may do',
  token_scope: 'any',
  response: one(
    z.object({
      portal: z.object({ id: z.int(), name: z.string(), slug: z.string(), time_zone: z.string() }),
      /** Null for a person’s own token or session. */
      token: z.nullable(z.object({ name: z.string(), scopes: z.array(z.enum(SCOPE_NAMES)), expires_at: time })),
      max_rows: z.int(),
    }),
  ),
})

export const listPeople = endpoint({
  method: 'GET',
  path: '/sync/people',
  permission: 'callbacks.view',
  summary: 'List people with their external IDs, by rising ID',
  token_scope: 'people:read',
  query: z.object({
    cursor: z.optional(z.string()),
    per_page: z._default(z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(100)), 100),
  }),
  response: z.object({
    data: z.array(SyncPerson),
    meta: z.object({ next_cursor: z.nullable(z.string()), prev_cursor: z.nullable(z.string()) }),
  }),
  errors: ['not_enough_permissions'],
})

export const showPerson = endpoint({
  method: 'GET',
  path: '/sync/people/:person',
  permission: 'callbacks.view',
  summary: 'Show a person by external ID or ID',
  token_scope: 'people:read',
  params: z.object({ person: personText }),
  response: one(SyncPerson),
  errors: ['not_found', 'not_enough_permissions'],
})

export const savePerson = endpoint({
  method: 'PUT',
  path: '/sync/people/:person',
  permission: 'callbacks.update',
  summary: 'Create or change the person with an external ID; the same call twice changes nothing more',
  token_scope: 'people:write',
  is_idempotent: true,
  is_closed_to_impersonation: true,
  params: z.object({ person: personText }),
  example: { email: 'lena@example.com', first_name: 'Lena', last_name: 'Ortiz' },
  body: z.object(personFields),
  response: one(z.object({ result: z.enum(['created', 'updated', 'unchanged']), person: z.nullable(SyncPerson) })),
  errors: [
    'external_id_unknown',
    'external_id_taken',
    'badge_number_taken',
    'badges_off',
    'conflict',
    'not_enough_permissions',
    'idempotency_key_reused',
    'idempotency_key_running',
    'scope_missing',
  ],
})

export const savePeople = endpoint({
  method: 'POST',
  path: '/sync/people',
  permission: 'callbacks.update',
  summary: 'Create, change, deactivate and reactivate people, up to 200 in one call',
  token_scope: 'people:write',
  is_idempotent: true,
  is_closed_to_impersonation: true,
  example: {
    rows: [
      { external_id: 'E-1042', email: 'lena@example.com', first_name: 'Lena', last_name: 'Ortiz' },
      { external_id: 'E-1044', badge_number: '10442', first_name: 'Ray', last_name: 'Quinn' },
      { external_id: 'E-0977', is_active: false },
    ],
  },
  body: bulk(PersonRow),
  response: results(['created', 'updated', 'unchanged'], { external_id: text, person: z.nullable(SyncPerson) }),
  errors: ['not_enough_permissions', 'idempotency_key_reused', 'idempotency_key_running', 'scope_missing'],
})

export const EnrollmentRow = z.object({
  person: Person,
  course: Course,
  starts_at: z.optional(time),
  /** Without one the due date is that of the course. */
  due_at: z.optional(z.nullable(time)),
  /** An earlier end of access than the product’s. */
  expires_at: z.optional(z.nullable(time)),
})

/** The references as they were sent. */
const sent = z.nullable(z.union([z.int(), z.string()]))

export const enrollPeople = endpoint({
  method: 'POST',
  path: '/sync/enrollments',
  permission: 'callbacks.update',
  summary: 'Enroll people, up to 200 in one call; each new enrollment uses one credit of the portal',
  token_scope: 'enrollments:write',
  is_idempotent: true,
  is_closed_to_impersonation: true,
  example: {
    rows: [
      { person: 'external:E-1042', course: 'osha-10-hour-construction', due_at: '2027-03-31T21:00:00.000Z' },
      { person: 57, course: 12 },
    ],
  },
  body: bulk(EnrollmentRow),
  response: results(['enrolled', 'unchanged'], {
    person: sent,
    course: sent,
    enrollment: z.nullable(
      z.object({
        id: z.int(),
        user_id: z.int(),
        course_id: z.int(),
        starts_at: time,
        due_at: z.nullable(time),
        expires_at: time,
      }),
    ),
  }),
  errors: [
    'external_id_unknown',
    'course_unknown',
    'portal_credits_not_enough',
    'plan_not_enough',
    'not_enough_permissions',
    'idempotency_key_reused',
    'idempotency_key_running',
    'scope_missing',
  ],
})

export const WithdrawalRow = z.object({ person: Person, course: Course })

export const withdrawPeople = endpoint({
  method: 'POST',
  path: '/sync/enrollments/withdraw',
  permission: 'callbacks.update',
  summary: 'Take people out of courses; a learner without progress gives the credit back',
  token_scope: 'enrollments:write',
  is_idempotent: true,
  is_closed_to_impersonation: true,
  example: { rows: [{ person: 'external:E-1042', course: 'osha-10-hour-construction' }] },
  body: bulk(WithdrawalRow),
  response: results(['withdrawn', 'unchanged'], { person: sent, course: sent, enrollment_id: z.nullable(z.int()) }),
  errors: [
    'external_id_unknown',
    'course_unknown',
    'not_enough_permissions',
    'idempotency_key_reused',
    'idempotency_key_running',
    'scope_missing',
  ],
})

export const CreditRow = z.object({
  action: z.enum(['give', 'take']),
  course: Course,
  /** A manager; without one, general credits of the portal are given to the course or taken back from it. */
  manager: z.optional(z.nullable(Person)),
  amount: z.int().check(rule.minValue(1), rule.maxValue(1_000_000)),
})

export const moveCredits = endpoint({
  method: 'POST',
  path: '/sync/credits',
  permission: 'callbacks.update',
  summary: 'Give credits of courses to managers and take back unused ones, up to 200 rows in one call',
  token_scope: 'credits:write',
  is_idempotent: true,
  is_closed_to_impersonation: true,
  example: {
    rows: [{ action: 'give', course: 'osha-10-hour-construction', manager: 'external:M-17', amount: 10 }],
  },
  body: bulk(CreditRow),
  response: results(['given', 'taken'], {
    course: sent,
    manager: sent,
    /** What the portal has left for the course, without what its managers hold. */
    remaining: z.nullable(z.int()),
  }),
  errors: [
    'external_id_unknown',
    'course_unknown',
    'role_not_held',
    'portal_credits_not_enough',
    'user_has_progress',
    'max_value',
    'not_enough_permissions',
    'idempotency_key_reused',
    'idempotency_key_running',
    'scope_missing',
  ],
})

const CertificateStatus = z.enum(['valid', 'expired', 'revoked'])

export const listProgress = endpoint({
  method: 'GET',
  path: '/sync/progress',
  permission: 'callbacks.view',
  summary: 'Read progress: first all learners, then what changed since the last cursor',
  token_scope: 'progress:read',
  query: z.object({
    cursor: z.optional(z.string()),
    per_page: z._default(z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(500)), 100),
  }),
  response: z.object({
    data: z.array(
      z.object({
        enrollment_id: z.int(),
        person: z.object({ id: z.int(), external_id: text, badge_number: text }),
        course: z.object({ id: z.int(), slug: z.string(), title: z.string() }),
        /** 1 in progress, 2 success, 3 failed, 4 not started, 5 finished. */
        status: z.literal([1, 2, 3, 4, 5]),
        /** In percent. */
        progress: z.int(),
        access: z.enum(['pending', 'active', 'expired']),
        starts_at: time,
        expires_at: time,
        due_at: z.nullable(time),
        created_at: time,
        started_at: z.nullable(time),
        completed_at: z.nullable(time),
        /** When the person was taken out of the course. */
        ended_at: z.nullable(time),
        certificate: z.nullable(
          z.object({ id: z.int(), number: z.string(), status: CertificateStatus, expires_at: z.nullable(time) }),
        ),
      }),
    ),
    meta: z.object({
      /** Keep it: the next call with it answers what has changed by then. */
      next_cursor: z.string(),
      /** Whether there is more to read now. */
      has_more: z.boolean(),
    }),
  }),
  errors: ['not_enough_permissions', 'conflict'],
})

export const listCertificates = endpoint({
  method: 'GET',
  path: '/sync/certificates',
  permission: 'callbacks.view',
  summary: 'List certificates with their files, by rising ID',
  token_scope: 'certificates:read',
  query: z.object({
    cursor: z.optional(z.string()),
    per_page: z._default(z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(100)), 100),
    person: z.optional(personText),
    course: z.optional(valueText(z.string().check(z.trim(), z.minLength(1), z.maxLength(200)))),
  }),
  response: z.object({
    data: z.array(
      z.object({
        id: z.int(),
        number: z.string(),
        status: CertificateStatus,
        person: z.object({ id: z.int(), external_id: text, badge_number: text }),
        course: z.object({ id: z.int(), slug: z.string(), title: z.string() }),
        holder_name: z.string(),
        issued_at: time,
        expires_at: z.nullable(time),
        revoked_at: z.nullable(time),
        /** The PDF, read with the same token. */
        file_url: z.string(),
        verify_url: z.string(),
      }),
    ),
    meta: z.object({ next_cursor: z.nullable(z.string()), prev_cursor: z.nullable(z.string()) }),
  }),
  errors: ['external_id_unknown', 'course_unknown', 'not_enough_permissions'],
})
