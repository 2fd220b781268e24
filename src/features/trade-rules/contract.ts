import { day, endpoint, id, one, time } from '#kernel/endpoint.ts'
import { rule, z } from '#kernel/schema.ts'
import { Identity, IdentityCounts } from './contract-identity.ts'
import { PROCTOR_STATES } from './rules/facts.ts'
import {
  ANSWER_SECONDS,
  MOST_MINUTES,
  MOST_MISTAKES,
  MOST_RULE_TASKS,
  RULE_KINDS,
  SEAT_ITEM_TYPES,
} from './rules/model.ts'

export { PROCTOR_STATES } from './rules/facts.ts'
export {
  ANSWER_SECONDS,
  MOST_MINUTES,
  MOST_MISTAKES,
  MOST_RULE_TASKS,
  RULE_KINDS,
  type RuleKind,
  SEAT_ITEM_TYPES,
  type SeatItemType,
} from './rules/model.ts'
/** How many learners a dry run lists. */
export const DRY_RUN_ROWS = 200

const Option = z.object({ value: z.string(), label: z.string() })
const minutes = (most: number) =>
  z.int('Please enter a whole number of minutes.').check(rule.minValue(1), rule.maxValue(most))

const version = {
  from_day: day,
  until_day: z._default(z.nullable(day), null),
  title: rule.plainText(120, { is_required: true }),
  source: rule.plainText(300, { is_required: true }),
  source_url: z._default(z.nullable(rule.url().check(rule.maxCharacters(500))), null),
  /** What a kind asks, and how much at the most, is checked with the kind (TRD-001, TRD-030). */
  minutes: z._default(z.nullable(minutes(MOST_MINUTES.course_time)), null),
  /** Of identity questions: the seconds to answer one, and how many wrong or missed answers lock the course (TRD-050). */
  answer_seconds: z._default(
    z.nullable(
      z
        .int('Please enter a whole number of seconds.')
        .check(rule.minValue(ANSWER_SECONDS.least), rule.maxValue(ANSWER_SECONDS.most)),
    ),
    null,
  ),
  most_mistakes: z._default(
    z.nullable(z.int('Please enter a whole number.').check(rule.minValue(1), rule.maxValue(MOST_MISTAKES))),
    null,
  ),
  /** Whether time in exams, knowledge checks, assignments and SCORM modules counts too: for the day and the course. */
  counts_tests: z._default(z.boolean(), true),
  /** Titles of hands-on tasks. */
  tasks: z._default(
    z
      .array(rule.plainText(120, { is_required: true }))
      .check(z.maxLength(MOST_RULE_TASKS, `Please enter no more than ${MOST_RULE_TASKS} tasks.`)),
    [],
  ),
  is_for_new: z._default(z.boolean(), false),
  course_ids: z.array(z.int()).check(z.minLength(1, 'Please choose at least one course.'), z.maxLength(200)),
  item_ids: z._default(z.array(z.int()).check(z.maxLength(500)), []),
}

const Version = z.object({
  id: z.int(),
  from_day: day,
  until_day: z.nullable(day),
  is_retired: z.boolean(),
  is_for_new: z.boolean(),
  title: z.string(),
  source: z.string(),
  source_url: z.nullable(z.string()),
  /** Null for hands-on tasks and proctored exams. */
  minutes: z.nullable(z.int()),
  answer_seconds: z.nullable(z.int()),
  most_mistakes: z.nullable(z.int()),
  counts_tests: z.boolean(),
  tasks: z.array(z.string()),
  courses: z.array(z.object({ id: z.int(), title: z.string(), slug: z.string() })),
  item_ids: z.array(z.int()),
  created_at: time,
  created_by: z.nullable(z.string()),
})

/** A rule of the trade with its versions, the earliest first (TRD-001). */
export const TradeRule = z.object({
  id: z.int(),
  kind: z.enum(RULE_KINDS),
  /** As it is called by the version of today, or else by the newest. */
  title: z.string(),
  versions: z.array(Version),
  /** The version that holds today; null before the first one and after the last. */
  current_id: z.nullable(z.int()),
})

export const listTradeRules = endpoint({
  method: 'GET',
  path: '/trade-rules',
  permission: 'enrollments.update',
  summary: 'List the rules of the trade with their versions',
  response: one(z.array(TradeRule)),
})

/** What a version can name: published courses, and the module items and exams of one of them. */
export const showTradeRuleOptions = endpoint({
  method: 'GET',
  path: '/trade-rules/options',
  permission: 'enrollments.update',
  summary: 'Courses and items that a rule can name',
  query: z.object({ course_id: z.optional(id) }),
  response: one(z.object({ courses: z.array(Option), items: z.array(Option), exams: z.array(Option) })),
})

const EXAMPLE = {
  from_day: '2026-03-01',
  title: 'Four hours of instruction',
  source: '15 TAC § 84.40',
  minutes: 240,
  course_ids: [12],
}

export const createTradeRule = endpoint({
  method: 'POST',
  path: '/trade-rules',
  permission: 'enrollments.update',
  summary: 'Add a rule of the trade from a day on',
  is_idempotent: true,
  example: { ...EXAMPLE, kind: 'course_time' },
  body: z.object({ ...version, kind: z.enum(RULE_KINDS) }),
  response: one(TradeRule),
  errors: ['invalid'],
})

/** Another version from a day on; the days before keep theirs (TRD-002). */
export const addTradeRuleVersion = endpoint({
  method: 'POST',
  path: '/trade-rules/:id/versions',
  permission: 'enrollments.update',
  summary: 'Change or retire a rule of the trade from a day on',
  is_idempotent: true,
  params: z.object({ id }),
  example: EXAMPLE,
  body: z.object({ ...version, is_retired: z._default(z.boolean(), false) }),
  response: one(TradeRule),
  errors: ['not_found', 'invalid'],
})

const Terms = z.object({ minutes: z.int(), answer_seconds: z.int(), most_mistakes: z.int() })

const Effect = z.object({
  related_id: z.int(),
  user_id: z.int(),
  name: z.string(),
  course: z.object({ id: z.int(), title: z.string() }),
  /** Minutes that are missing until the course can be completed: now, and with the version. */
  missing_before: z.int(),
  missing_after: z.int(),
  /** On how many of the 30 days before the day the limit stops the learner: now, and with the version. */
  stopped_before: z.int(),
  stopped_after: z.int(),
  /** How many hands-on tasks are not signed off: of those asked now, and with the version. */
  tasks_before: z.int(),
  tasks_after: z.int(),
  /** How many exams the learner still has to pass with a proctor: now, and with the version. */
  exams_before: z.int(),
  exams_after: z.int(),
  /** How identity questions are asked: now, and with the version; null where none are. */
  questions_before: z.nullable(Terms),
  questions_after: z.nullable(Terms),
})

/** What a version would do to present learners; nothing is written (TRD-020). */
export const dryRunTradeRule = endpoint({
  method: 'POST',
  path: '/trade-rules/dry-run',
  permission: 'enrollments.update',
  summary: 'What a changed rule would do to present learners',
  example: { ...EXAMPLE, kind: 'course_time' },
  body: z.object({
    ...version,
    kind: z.enum(RULE_KINDS),
    /** Null for a rule that is not there yet. */
    rule_id: z._default(z.nullable(z.int()), null),
    is_retired: z._default(z.boolean(), false),
  }),
  response: one(
    z.object({
      on: day,
      /** Present learners of the courses, and how many of them the version touches. */
      learners: z.int(),
      touched: z.int(),
      /** How many learners have to set up answers to identity questions: now, and with the version. */
      set_up_before: z.int(),
      set_up_after: z.int(),
      /** True if there are more present learners than the 5,000 that are looked at. */
      has_more: z.boolean(),
      rows: z.array(Effect),
    }),
  ),
  errors: ['not_found', 'invalid'],
})

const Standard = z.object({
  title: z.string(),
  source: z.string(),
  /** Milliseconds that are asked or allowed, and that count so far. */
  asked: z.int(),
  counted: z.int(),
  /** Whether time in exams, knowledge checks, assignments and SCORM modules is part of it (TRD-062). */
  counts_tests: z.boolean(),
})

/** What rules ask of an enrollment, and what counts so far (TRD-015, TRD-034). */
export const SeatTime = z.object({
  /** Whether time is counted in the course. */
  is_measured: z.boolean(),
  /** The item of the report, or of the query; null where no rule asks anything of it. */
  item: z.nullable(Standard),
  course: z.nullable(Standard),
  /** The limit of the day that is reached first; for an exam, assignment or package of those for which its time counts. */
  day: z.nullable(Standard),
  /** The first day after the limit was reached on which time counts again; null while it counts. */
  continues_on: z.nullable(day),
  /** The hands-on tasks that rules ask, and who signed them off; null where nobody has yet. */
  tasks: z.array(
    z.object({
      task: z.string(),
      title: z.string(),
      source: z.string(),
      signed_at: z.nullable(time),
      signed_by: z.nullable(z.string()),
    }),
  ),
  /** Passed exams whose proctor has not confirmed to have been present until the end (TRD-044). */
  proctors: z.array(
    z.object({ exam: z.string(), title: z.string(), source: z.string(), opened_by: z.nullable(z.string()) }),
  ),
  /** The identity questions of the course; null where no rule asks any (TRD-052). */
  identity: z.nullable(Identity),
})

const itemType = z.enum(SEAT_ITEM_TYPES)

export const showSeatTime = endpoint({
  method: 'GET',
  path: '/learner/seat-time',
  permission: 'learning.view',
  summary: 'What rules ask of an own course, and what counts so far',
  query: z.object({ related_id: id, item_type: z.optional(itemType), item_id: z.optional(id) }),
  response: one(SeatTime),
  errors: ['learner_only', 'not_found', 'not_enough_permissions'],
})

/** Only time that the server saw pass between two reports of the same visit counts (TRD-007). */
export const reportSeatTime = endpoint({
  method: 'POST',
  path: '/learner/seat-time',
  permission: 'learning.update',
  summary: 'Report that an item is open and in use',
  body: z.object({
    related_id: z.int().check(z.positive()),
    item_type: itemType,
    item_id: z.int().check(z.positive()),
    visit: z.uuid(),
    /** True for the last report, when the page is left. */
    is_end: z._default(z.boolean(), false),
  }),
  response: one(SeatTime),
  errors: ['learner_only', 'not_found', 'not_enough_permissions'],
})

const counted = z.object({
  /** Milliseconds that are asked or allowed, that count so far, and that are missing. */
  asked: z.int(),
  counted: z.int(),
  missing: z.int(),
})

/** What one version of a rule asks of an enrollment, and what of it is there (TRD-076). */
const RuleOfEnrollment = z.object({
  rule_id: z.int(),
  version_id: z.int(),
  kind: z.enum(RULE_KINDS),
  title: z.string(),
  source: z.string(),
  source_url: z.nullable(z.string()),
  /** Since when this version says so. */
  from_day: day,
  minutes: z.nullable(z.int()),
  counts_tests: z.boolean(),
  /** Whether something is missing without which the course is not completed. */
  is_missing: z.boolean(),
  /** The time in the course, or today where the rule limits the day. */
  time: z.nullable(counted),
  /** How many items the rule asks time of, and those that lack some. */
  items_asked: z.int(),
  items_missing: z.array(z.object({ item_type: z.string(), item_id: z.int(), title: z.string(), ...counted.shape })),
  tasks: z.array(z.object({ task: z.string(), signed_at: z.nullable(time), signed_by: z.nullable(z.string()) })),
  exams: z.array(
    z.object({
      exam_id: z.int(),
      title: z.string(),
      /** Still to pass, passed without the confirmation of the proctor, confirmed, or passed before it needed a proctor. */
      state: z.enum(PROCTOR_STATES),
      proctor: z.nullable(z.string()),
      confirmed_at: z.nullable(time),
    }),
  ),
  /** Of identity questions: whether answers are set up, what became of the questions, and whether they lock the course. */
  identity: z.nullable(IdentityCounts),
})

/** For staff: what rules ask of an enrollment and what is missing, by the same rules as its learner's pages. */
export const showEnrollmentRules = endpoint({
  method: 'GET',
  path: '/enrollments/:id/rules',
  permission: 'enrollments.view',
  summary: 'What rules of the trade ask of an enrollment, what counts so far, and what is missing',
  params: z.object({ id }),
  response: one(
    z.object({
      /** The day whose rules these are: today, or that on which the course was completed or the enrollment ended. */
      on: day,
      is_completed: z.boolean(),
      rules: z.array(RuleOfEnrollment),
    }),
  ),
  errors: ['not_found'],
})
