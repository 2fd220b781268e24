import { PROCTOR_STATES, RULE_KINDS } from '#features/trade-rules/contract.ts'
import { IdentityCounts } from '#features/trade-rules/contract-identity.ts'
import { day, endpoint, time } from '#kernel/endpoint.ts'
import { z } from '#kernel/schema.ts'

const text = z.nullable(z.string())
const Course = z.object({ id: z.int(), slug: z.string(), title: z.string() })
/** Somebody who signed off or was the proctor. */
const Staff = z.nullable(z.object({ id: z.int(), external_id: text, name: z.string() }))
const perPage = (most: number) =>
  z._default(z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(most)), 100)

export const listRules = endpoint({
  method: 'GET',
  path: '/sync/rules',
  permission: 'callbacks.view',
  summary: 'List the versions of the rules of the trade, by rising ID; a version never changes',
  token_scope: 'progress:read',
  query: z.object({ cursor: z.optional(z.string()), per_page: perPage(100) }),
  response: z.object({
    data: z.array(
      z.object({
        id: z.int(),
        rule_id: z.int(),
        kind: z.enum(RULE_KINDS),
        title: z.string(),
        source: z.string(),
        source_url: text,
        from_day: day,
        /** The last day on which it holds; null where it has none. */
        until_day: z.nullable(day),
        /** Ends the rule from its first day on. */
        is_retired: z.boolean(),
        /** Applies to enrollments made on its first day or later. */
        is_for_new: z.boolean(),
        /** Null for hands-on tasks and proctored exams. */
        minutes: z.nullable(z.int()),
        counts_tests: z.boolean(),
        tasks: z.array(z.string()),
        courses: z.array(Course),
        /** Items or exams that it applies to; all of the courses where it names none. */
        item_ids: z.array(z.int()),
        created_at: time,
      }),
    ),
    meta: z.object({ next_cursor: text, prev_cursor: text }),
  }),
  errors: ['not_enough_permissions'],
})

/** What rules ask of learners and what of it is there: seat time, sign-offs, exams with a proctor, identity questions (TRD-077). */
export const listRuleStandings = endpoint({
  method: 'GET',
  path: '/sync/rule-standings',
  permission: 'callbacks.view',
  summary:
    'Read seat time, sign-offs, proctored exams and identity questions: first all learners, then what changed since the last cursor',
  token_scope: 'progress:read',
  query: z.object({ cursor: z.optional(z.string()), per_page: perPage(200) }),
  response: z.object({
    data: z.array(
      z.object({
        enrollment_id: z.int(),
        person: z.object({ id: z.int(), external_id: text, badge_number: text }),
        course: Course,
        /** The day whose rules these are: today, or that on which the course was completed or the enrollment ended. */
        on: day,
        completed_at: z.nullable(time),
        ended_at: z.nullable(time),
        /** Whether something is missing without which the course is not completed. */
        is_missing: z.boolean(),
        /** Whole seconds that counted, and those of them in exams, knowledge checks, assignments and SCORM modules. */
        seat_time: z.object({
          seconds: z.int(),
          seconds_in_tests: z.int(),
          days: z.array(z.object({ day, seconds: z.int(), seconds_in_tests: z.int() })),
        }),
        rules: z.array(
          z.object({
            rule_id: z.int(),
            version_id: z.int(),
            kind: z.enum(RULE_KINDS),
            is_missing: z.boolean(),
            /** In the course, or today where the rule limits the day; null for other kinds. */
            seconds_asked: z.nullable(z.int()),
            seconds_counted: z.nullable(z.int()),
            seconds_missing: z.nullable(z.int()),
            /** Items that the rule asks time of, and those that lack some. */
            items_asked: z.int(),
            items_missing: z.int(),
            tasks: z.array(z.object({ task: z.string(), signed_at: z.nullable(time), signed_by: Staff })),
            exams: z.array(
              z.object({
                exam_id: z.int(),
                state: z.enum(PROCTOR_STATES),
                proctor: Staff,
                confirmed_at: z.nullable(time),
              }),
            ),
            /** Over all questions of the course; null for other kinds. */
            identity: z.nullable(IdentityCounts),
          }),
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
