import type { Day } from '#kernel/format/day.ts'
import { formatNumber } from '#kernel/format.ts'
import type { CrewEntry } from '#kernel/statements/crew.ts'
import { dayText } from './days.ts'
import type { Standing, State } from './standing.ts'

/** How many people and requirements a roster has room for, and how many people a sheet. */
export const CREW = { people: 200, requirements: 5, on_sheet: 22 }

export type CrewSize = { people: number; requirements: number; sheets: number }

const count = (number: number, one: string, many: string) => `${formatNumber(number)} ${number === 1 ? one : many}`

/** Why there is no roster for this selection, and what to do; null where there is one (EVD-024). */
export const crewProblem = ({ people, requirements }: Pick<CrewSize, 'people' | 'requirements'>): string | null => {
  if (people === 0) return 'Nothing is required of these people today.'
  if (requirements > CREW.requirements)
    return `These are ${count(requirements, 'requirement', 'requirements')}. A roster has room for ${CREW.requirements}: choose some under Requirements.`
  if (people > CREW.people)
    return `These are ${count(people, 'person', 'people')}. A roster has room for ${CREW.people}: choose a team, a site, or a job.`
  return null
}

/** What will be printed: "12 people and 1 requirement on one sheet with one code." */
export const crewText = ({ people, requirements, sheets }: CrewSize): string => {
  const crew = `${count(people, 'person', 'people')} and ${count(requirements, 'requirement', 'requirements')}`
  if (sheets === 1) return `${crew} on one sheet with one code.`
  return `${crew} are too many for one code: they go on ${sheets} sheets. Each sheet has its own code, and the guard scans each one.`
}

type Certificate = { number: string; last_day: Day | null; is_revoked: boolean }

/** Of the certificates of a course and its refreshers the one that counts the longest; one that was not revoked comes first. */
export const longestOf = <C extends Certificate>(certificates: readonly C[]): C | null =>
  certificates.toSorted(
    (a, b) =>
      Number(a.is_revoked) - Number(b.is_revoked) ||
      (b.last_day ?? FOREVER).localeCompare(a.last_day ?? FOREVER) ||
      b.number.localeCompare(a.number),
  )[0] ?? null
const FOREVER = '9999-12-31'

/**
 * What a roster says of a person and a requirement: as the matrix does, with the number of the certificate where there is
 * one, so that the gate sees when it is revoked later (EVD-022). `certificate` is the one of the requirement's course that
 * counts the longest.
 */
export const crewEntry = ({ state, until }: Standing, certificate: Certificate | null, today: Day): CrewEntry => {
  const last_day = until === null ? null : dayText(until)
  if (state === 'not_required') return state
  if (state === 'grace') return { kind: state, last_day }
  if (state === 'valid') {
    if (certificate === null || certificate.is_revoked) return { kind: 'record', last_day }
    return { kind: 'certificate', number: certificate.number, last_day }
  }
  if (certificate === null) return state === 'expired' ? { kind: 'record', last_day } : 'missing'
  const ends = [certificate.last_day, state === 'expired' ? last_day : null].filter((day) => day !== null).sort()[0]
  const isOver = ends !== undefined && ends < today
  // A certificate that still counts, although more is required than that, says nothing.
  if (!isOver && !certificate.is_revoked) return 'missing'
  return { kind: 'certificate', number: certificate.number, last_day: ends ?? null }
}

const WORST_FIRST: readonly State[] = ['revoked', 'missing', 'in_progress', 'under_review', 'expired', 'grace', 'valid']
const NOT_REQUIRED: Standing = { state: 'not_required', until: null }

/** The worst of how a person stands with the requirements of one course; of two that are alike, the one that ends first. */
export const worstOf = (standings: readonly Standing[]): Standing =>
  standings
    .filter(({ state }) => state !== 'not_required')
    .sort(
      (a, b) =>
        WORST_FIRST.indexOf(a.state) - WORST_FIRST.indexOf(b.state) ||
        (a.until ?? Number.POSITIVE_INFINITY) - (b.until ?? Number.POSITIVE_INFINITY),
    )[0] ?? NOT_REQUIRED
