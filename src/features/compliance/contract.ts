import { ROLE_NAMES } from '#kernel/access/permissions.ts'
import { chosenId, day, endpoint, id, one, time } from '#kernel/endpoint.ts'
import { rule, z } from '#kernel/schema.ts'
import { MONTHS_MOST } from './rules/days.ts'
import { FACT_KINDS } from './rules/facts.ts'
import { ASKS, RENEWS_FROM, REQUIREMENT_KINDS } from './rules/requirement.ts'
import { STATES } from './rules/standing.ts'

export { ASKS as REQUIREMENT_ASKS, type Ask } from './rules/requirement.ts'
export { STATES as REQUIREMENT_STATES } from './rules/standing.ts'

export const MOST_PEOPLE = 2000
export const MOST_REFRESHERS = 10
export const SHOWN = ['all', 'cleared', 'not_cleared'] as const

const Option = z.object({ value: z.string(), label: z.string() })
const place = rule.plainText(100)

/** Whom a requirement applies to: people who are in one of each list that is not empty; with all lists empty, everyone. */
const audience = {
  roles: z._default(z.array(z.enum(ROLE_NAMES)).check(z.maxLength(20)), []),
  team_ids: z._default(z.array(z.int()).check(z.maxLength(100)), []),
  sites: z._default(z.array(place).check(z.maxLength(100)), []),
  jobs: z._default(z.array(place).check(z.maxLength(100)), []),
  states: z._default(z.array(place).check(z.maxLength(100)), []),
}
export const terms = {
  from_day: day,
  title: rule.plainText(120, { is_required: true }),
  /** Where it comes from: a statute, a standard, a letter or a contract. */
  source: z._default(z.nullable(rule.plainText(300)), null),
  ...audience,
  valid_months: z._default(z.nullable(z.int().check(z.minimum(1), z.maximum(MONTHS_MOST))), null),
  grace_days: z._default(z.int().check(z.minimum(0), z.maximum(730)), 0),
  /** What a license or document has to come with, and a hint for the people who upload it. */
  asks: z._default(z.array(z.enum(ASKS)), []),
  hint: z._default(z.nullable(rule.plainText(500)), null),
  /** Courses that renew what is held; people are enrolled in the first one. */
  refresher_course_ids: z._default(z.array(z.int()).check(z.maxLength(MOST_REFRESHERS)), []),
  /** Whether a refresher counts from the day of its completion or from the last day of what was held. */
  renews_from: z._default(z.enum(RENEWS_FROM), 'completion'),
}

const CourseName = z.object({ id: z.int(), title: z.string(), slug: z.string() })

const Terms = z.object({
  id: z.int(),
  from_day: day,
  title: z.string(),
  source: z.nullable(z.string()),
  is_retired: z.boolean(),
  roles: z.array(z.string()),
  team_ids: z.array(z.int()),
  sites: z.array(z.string()),
  jobs: z.array(z.string()),
  states: z.array(z.string()),
  valid_months: z.nullable(z.int()),
  grace_days: z.int(),
  asks: z.array(z.enum(ASKS)),
  hint: z.nullable(z.string()),
  refreshers: z.array(CourseName),
  renews_from: z.enum(RENEWS_FROM),
  /** Whom it applies to, in words. */
  text: z.string(),
  created_at: time,
  created_by: z.nullable(z.string()),
})

/** A training requirement with its terms, the earliest first (CMP-001). */
export const Requirement = z.object({
  id: z.int(),
  kind: z.enum(REQUIREMENT_KINDS),
  /** As it is called by the newest terms that have begun, or will begin first. */
  title: z.string(),
  course: z.nullable(CourseName),
  terms: z.array(Terms),
  /** The terms of today; null before the first ones and once it is retired. */
  current_id: z.nullable(z.int()),
})

export const listRequirements = endpoint({
  method: 'GET',
  path: '/compliance/requirements',
  permission: 'certificates.view',
  summary: 'List the training requirements of the portal with their terms',
  response: one(z.array(Requirement)),
})

/** What the editor of a requirement offers: courses, managers with their teams, and the places that people are in. */
export const showComplianceOptions = endpoint({
  method: 'GET',
  path: '/compliance/options',
  permission: 'enrollments.create',
  summary: 'Courses, teams, sites, jobs and states that a requirement can name',
  response: one(
    z.object({
      courses: z.array(Option),
      teams: z.array(Option),
      sites: z.array(z.string()),
      jobs: z.array(z.string()),
      states: z.array(z.string()),
    }),
  ),
})

export const createRequirement = endpoint({
  method: 'POST',
  path: '/compliance/requirements',
  permission: 'enrollments.create',
  summary: 'Require something of people from a day on',
  is_idempotent: true,
  example: {
    kind: 'certificate',
    course_id: 12,
    from_day: '2026-03-01',
    title: 'Ladder Safety',
    sites: ['Plant 2'],
    grace_days: 14,
  },
  body: z.object({
    ...terms,
    kind: z.enum(REQUIREMENT_KINDS),
    /** Null for a license or document. */
    course_id: z._default(z.nullable(chosenId('a course')), null),
  }),
  response: one(Requirement),
  errors: ['invalid', 'refresher_is_initial', 'refresher_without_end'],
})

/** Other terms from a day on; the days before keep theirs (CMP-002). */
export const addTerms = endpoint({
  method: 'POST',
  path: '/compliance/requirements/:id/terms',
  permission: 'enrollments.update',
  summary: 'Change or retire a requirement from a day on',
  is_idempotent: true,
  params: z.object({ id }),
  body: z.object({ ...terms, is_retired: z._default(z.boolean(), false) }),
  response: one(Requirement),
  errors: ['not_found', 'invalid', 'refresher_is_initial', 'refresher_without_end'],
})

const filters = {
  /** The day at whose end people are looked at; today if left out. */
  on: z.optional(day),
  /** Ids of requirements, joined by commas; all of the day if left out. */
  requirements: z.optional(z.string().check(z.regex(/^\d{1,15}(,\d{1,15})*$/), z.maxLength(2000))),
  team_id: z.optional(id),
  site: z.optional(place),
  job: z.optional(place),
  in_state: z.optional(place),
  search: z.optional(z.string().check(z.maxLength(200))),
  /** `cleared` are those who hold everything that is shown and required of them. */
  show: z._default(z.enum(SHOWN), 'all'),
}

const Person = z.object({
  id: z.int(),
  name: z.string(),
  /** The day on which they left the portal, if they have. */
  left_on: z.nullable(day),
  team: z.nullable(z.object({ id: z.int(), name: z.string() })),
  site: z.nullable(z.string()),
  job: z.nullable(z.string()),
  state: z.nullable(z.string()),
})

/** People and requirements as of a day (CMP-006). */
export const showMatrix = endpoint({
  method: 'GET',
  path: '/compliance/matrix',
  permission: 'certificates.view',
  summary: 'Who held what was required of them on a day, past or to come',
  query: z.object(filters),
  response: one(
    z.object({
      on: day,
      requirements: z.array(
        z.object({
          id: z.int(),
          title: z.string(),
          kind: z.enum(REQUIREMENT_KINDS),
          cleared: z.int(),
          required: z.int(),
        }),
      ),
      people: z.array(
        z.object({
          ...Person.shape,
          is_cleared: z.boolean(),
          /** For each requirement the state, and after a space the last day of what is valid, in grace or expired. */
          cells: z.array(z.string()),
        }),
      ),
      /** How many of the people that the filters name are cleared, whatever `show` leaves out. */
      counts: z.object({ people: z.int(), cleared: z.int() }),
      /** True if there are more people than the 2,000 that are looked at: filters then find the others. */
      has_more: z.boolean(),
      /** What the filters offer: where these people were. */
      teams: z.array(Option),
      sites: z.array(z.string()),
      jobs: z.array(z.string()),
      states: z.array(z.string()),
    }),
  ),
  errors: ['invalid'],
})

const exportOf = <const P extends string>(path: P, summary: string) =>
  endpoint({
    method: 'GET',
    path,
    permission: 'certificates.view',
    summary,
    gives: 'file',
    is_read_only: false,
    query: z.object(filters),
    errors: ['invalid'],
  })

/** The matrix as a file, with the same filters, people, requirements and cells (CMP-013). */
export const exportMatrixCsv = exportOf('/compliance/matrix/csv', 'Download the matrix of a day as CSV')
export const exportMatrixXlsx = exportOf('/compliance/matrix/xlsx', 'Download the matrix of a day as an Excel file')
export const exportMatrixPdf = exportOf('/compliance/matrix/pdf', 'Download the matrix of a day as a PDF')

// A roster is about today: the code is judged on the day of the scan.
const { on: _, ...crewFilters } = filters

/** How large the roster of the people shown would be (EVD-024). */
export const showCrewRoster = endpoint({
  method: 'GET',
  path: '/compliance/crew-roster',
  permission: 'certificates.view',
  summary: 'How many people, requirements and sheets a crew roster has',
  query: z.object(crewFilters),
  response: one(z.object({ people: z.int(), requirements: z.int(), sheets: z.int() })),
})

/** The people shown and how they stand, on sheets to print, with a signed code on each (EVD-022). */
export const downloadCrewRoster = endpoint({
  method: 'GET',
  path: '/compliance/crew-roster/pdf',
  permission: 'certificates.view',
  summary: 'Download a crew roster with codes that the gate page reads, as a PDF',
  gives: 'file',
  is_read_only: false,
  limit: 20,
  query: z.object({ ...crewFilters, title: z._default(rule.plainText(60, { is_required: true }), 'Crew') }),
  errors: ['invalid', 'too_many_requests'],
})

/** A license or document as it was uploaded; `file` is null where none was, or it was forgotten. */
export const StoredDocument = z.object({
  id: z.int(),
  issuer: z.nullable(z.string()),
  number: z.nullable(z.string()),
  from_day: day,
  until_day: z.nullable(day),
  file: z.nullable(z.object({ name: z.string(), size: z.int(), url: z.string() })),
})

const Fact = z.object({
  id: z.int(),
  kind: z.enum(FACT_KINDS),
  day,
  until_day: z.nullable(day),
  /** A role, a name or a place. */
  value: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  course_version: z.nullable(z.int()),
  /** The refresher course that it is about; null for the course of the requirement and everything else. */
  refresher: z.nullable(z.string()),
  /** What a completion or certificate counts as on the day; `nothing` for a refresher that renewed nothing. */
  counts_as: z.nullable(z.enum(['course', 'refresher', 'nothing'])),
  certificate_number: z.nullable(z.string()),
  document_id: z.nullable(z.int()),
  /** Number and file of the license or document, for those who may read it. */
  document: z.nullable(StoredDocument),
  recorded_by: z.nullable(z.string()),
  recorded_at: time,
  /** When and why it was taken back; it then counts for no day. */
  correction: z.nullable(
    z.object({ reason: z.nullable(z.string()), recorded_by: z.nullable(z.string()), recorded_at: time }),
  ),
  /** True for what happened after the day that was asked for. */
  is_later: z.boolean(),
  can_correct: z.boolean(),
})

/** Why a cell of the matrix says what it says (CMP-008). */
export const showProof = endpoint({
  method: 'GET',
  path: '/compliance/people/:userId/requirements/:id',
  permission: 'certificates.view',
  summary: 'The facts behind how a person stands with a requirement on a day',
  params: z.object({ userId: id, id }),
  query: z.object({ on: z.optional(day) }),
  response: one(
    z.object({
      on: day,
      person: Person,
      requirement: z.object({
        id: z.int(),
        kind: z.enum(REQUIREMENT_KINDS),
        title: z.string(),
        course: z.nullable(CourseName),
        terms: z.nullable(Terms),
      }),
      state: z.enum(STATES),
      until: z.nullable(day),
      /** What decides until when it is or was valid, where the requirement has a course. */
      counted: z.nullable(
        z.object({ as: z.enum(['course', 'refresher']), course: z.string(), day, until: z.nullable(day) }),
      ),
      /** What happened with the requirement, the newest first. */
      facts: z.array(Fact),
      /** Where the person was, the newest first. */
      places: z.array(Fact),
    }),
  ),
  errors: ['not_found'],
})

/** Where people work from a day on; what is left out stays as it is, null takes it away (CMP-005). */
export const savePlaces = endpoint({
  method: 'POST',
  path: '/compliance/places',
  permission: 'enrollments.update',
  summary: 'Move people to a team, site, job or state from a day on',
  is_idempotent: true,
  example: { user_ids: [12], from_day: '2026-03-01', site: 'Plant 2', job: 'Rigger' },
  body: z.object({
    user_ids: z.array(z.int()).check(z.minLength(1, 'Please choose at least one person.'), z.maxLength(200)),
    from_day: day,
    team_id: z.optional(z.nullable(z.int())),
    site: z.optional(z.nullable(place)),
    job: z.optional(z.nullable(place)),
    state: z.optional(z.nullable(place)),
  }),
  /** How many facts were written: what would change nothing is not. */
  response: one(z.object({ written: z.int() })),
  errors: ['not_found', 'invalid'],
})

/** Takes a fact back that was wrong from the start; it stays in the records with the correction beside it (CMP-003). */
export const correctFact = endpoint({
  method: 'POST',
  path: '/compliance/facts/:id/correct',
  permission: 'enrollments.update',
  summary: 'Take back a fact that was wrong',
  params: z.object({ id }),
  body: z.object({ reason: rule.plainText(500, { is_required: true }) }),
  errors: ['not_found', 'invalid'],
})
