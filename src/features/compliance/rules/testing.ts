import type { FactKind } from './facts.ts'
import type { PlaceFact, PlaceKind } from './person.ts'
import type { TrainingRecord } from './records.ts'
import type { Requirement, RequirementKind, Terms } from './requirement.ts'
import type { Standing } from './standing.ts'

/** Random numbers that are the same in every run. */
export const randomOf = (seed: number) => {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const int = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  return {
    int,
    chance: (share: number) => next() < share,
    pick: <T>(list: readonly T[]) => list[int(0, list.length - 1)] as T,
  }
}
export type Random = ReturnType<typeof randomOf>

/** A fact as it happened: `record` numbers the enrollment or document it belongs to, null for where somebody was. */
export type TestFact = {
  kind: FactKind
  day: number
  value: string | null
  record: number | null
  course_id: number | null
  requirement_id: number | null
  until: number | null
  is_corrected: boolean
}
export type History = { facts: TestFact[]; requirements: Requirement[] }

const SITES = ['Plant 1', 'Plant 2', null]
const ROLES = ['learner', 'manager']

const randomTerms = (random: Random, from: number, course_id: number | null): Terms => ({
  from,
  is_retired: random.chance(0.1),
  roles: random.chance(0.2) ? [random.pick(ROLES)] : [],
  team_ids: random.chance(0.15) ? [1, 2].slice(0, random.int(1, 2)) : [],
  sites: random.chance(0.25) ? ['Plant 1'] : [],
  jobs: random.chance(0.1) ? ['Rigger'] : [],
  states: random.chance(0.1) ? ['TX', 'OH'] : [],
  valid_months: random.chance(0.6) ? random.int(1, 6) : null,
  grace_days: random.chance(0.4) ? random.int(1, 40) : 0,
  refresher_course_ids:
    course_id === null || random.chance(0.4) ? [] : random.chance(0.5) ? [3] : [3, course_id === 1 ? 2 : 1],
  renews_from: random.pick(['completion', 'last_day']),
})

const KINDS: readonly RequirementKind[] = ['course', 'certificate', 'license', 'document']

const randomRequirement = (random: Random, id: number): Requirement => {
  const kind = KINDS[id % 4] as RequirementKind
  const starts = Array.from({ length: random.int(1, 3) }, () => random.int(0, 300)).sort((a, b) => a - b)
  const course_id = kind === 'course' || kind === 'certificate' ? (id % 2) + 1 : null
  return { id, kind, course_id, terms: starts.map((from) => randomTerms(random, from, course_id)) }
}

const NOTHING = { value: null, record: null, course_id: null, requirement_id: null, until: null, is_corrected: false }

const randomPlaces = (random: Random): TestFact[] => {
  const facts: TestFact[] = [{ ...NOTHING, kind: 'joined', day: random.int(0, 60) }]
  const add = (kind: PlaceKind, value: string | null) =>
    facts.push({ ...NOTHING, kind, day: random.int(0, 400), value, is_corrected: random.chance(0.15) })
  for (let n = random.int(0, 3); n > 0; n -= 1)
    add(random.pick(['role_given', 'role_taken'] as const), random.pick(ROLES))
  for (let n = random.int(0, 4); n > 0; n -= 1) add('site', random.pick(SITES))
  for (let n = random.int(0, 2); n > 0; n -= 1) add('team', random.pick(['1', '2', '3', null]))
  for (let n = random.int(0, 2); n > 0; n -= 1) add('job', random.pick(['Rigger', 'Welder']))
  for (let n = random.int(0, 2); n > 0; n -= 1) add('state', random.pick(['TX', 'OH', 'CA', null]))
  if (random.chance(0.4)) add('left', null)
  if (random.chance(0.3)) add('joined', null)
  return facts
}

/** The facts of one enrollment: each follows the one before it, and the later ones may never come. */
const randomEnrollment = (random: Random, record: number): TestFact[] => {
  const at = { ...NOTHING, record, course_id: random.int(1, 3) }
  const opened = random.int(0, 350)
  const facts: TestFact[] = [{ ...at, kind: 'enrolled', day: opened }]
  if (random.chance(0.2)) return [...facts, { ...at, kind: 'unenrolled', day: opened + random.int(0, 40) }]
  if (random.chance(0.25)) return facts
  const completed = opened + random.int(0, 60)
  facts.push({ ...at, kind: 'completed', day: completed, is_corrected: random.chance(0.1) })
  if (random.chance(0.2)) return facts
  const issued = completed + random.int(0, 10)
  facts.push({
    ...at,
    kind: 'certificate_issued',
    day: issued,
    until: random.chance(0.6) ? issued + random.int(5, 120) : null,
  })
  if (random.chance(0.25)) facts.push({ ...at, kind: 'certificate_revoked', day: issued + random.int(0, 100) })
  return facts
}

const randomDocument = (random: Random, record: number, requirement_id: number): TestFact[] => {
  const at = { ...NOTHING, record, requirement_id }
  const opened = random.int(0, 350)
  const facts: TestFact[] = [{ ...at, kind: 'document_submitted', day: opened }]
  if (random.chance(0.25)) return facts
  if (random.chance(0.25)) return [...facts, { ...at, kind: 'document_rejected', day: opened + random.int(0, 20) }]
  // A document may count from before the day on which it was handed in.
  const acceptedDay = opened + random.int(-40, 20)
  facts.push({
    ...at,
    kind: 'document_accepted',
    day: acceptedDay,
    until: random.chance(0.7) ? acceptedDay + random.int(5, 150) : null,
  })
  if (random.chance(0.2)) facts.push({ ...at, kind: 'document_revoked', day: acceptedDay + random.int(0, 120) })
  return facts
}

export const randomRequirements = (random: Random): Requirement[] =>
  Array.from({ length: 8 }, (_, index) => randomRequirement(random, index + 1))

/** What happened to a person over some 400 days, in the order of its days. */
export const randomFacts = (random: Random, requirements: readonly Requirement[]): TestFact[] => {
  const documents = requirements.filter(({ course_id }) => course_id === null)
  const records = [
    ...Array.from({ length: random.int(0, 12) }, (_, n) => randomEnrollment(random, n)),
    ...Array.from({ length: random.int(0, 7) }, (_, n) => randomDocument(random, 100 + n, random.pick(documents).id)),
  ]
  return [...randomPlaces(random), ...records.flat()].sort((a, b) => a.day - b.day)
}

/** A person's history, with the requirements of their portal. */
export const randomHistory = (random: Random): History => {
  const requirements = randomRequirements(random)
  return { requirements, facts: randomFacts(random, requirements) }
}

/** Where the person was, as the rules read it. */
export const placesOf = (facts: readonly TestFact[]): PlaceFact[] =>
  facts.filter(({ record }) => record === null).map(({ kind, day, value }) => ({ kind: kind as PlaceKind, day, value }))

const dayOfKind = (facts: readonly TestFact[], ...kinds: FactKind[]): number | null =>
  facts.find(({ kind }) => kinds.includes(kind))?.day ?? null

/** The records that facts fold into, as the database does it, for one requirement with all refreshers it ever named. */
export const recordsOf = (facts: readonly TestFact[], { id, course_id, terms }: Requirement): TrainingRecord[] => {
  const courses = [course_id, ...terms.flatMap(({ refresher_course_ids: ids }) => ids)]
  const own = facts.filter(
    (each) =>
      each.record !== null && (course_id === null ? each.requirement_id === id : courses.includes(each.course_id)),
  )
  return [...Map.groupBy(own, ({ record }) => record).values()].map((each) => ({
    course_id: course_id === null ? null : (each[0]?.course_id ?? null),
    requirement_id: course_id === null ? id : null,
    opened: dayOfKind(each, 'enrolled', 'document_submitted'),
    closed: dayOfKind(each, 'unenrolled', 'document_rejected'),
    completed: dayOfKind(each, 'completed'),
    held: dayOfKind(each, 'certificate_issued', 'document_accepted'),
    until: each.find(({ kind }) => kind === 'certificate_issued' || kind === 'document_accepted')?.until ?? null,
    revoked: dayOfKind(each, 'certificate_revoked', 'document_revoked'),
  }))
}

const monthsLaterSlowly = (day: number, months: number): number => {
  const start = new Date(day * 86_400_000)
  const target = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + months, 1))
  for (let date = start.getUTCDate(); ; date -= 1) {
    const end = new Date(Date.UTC(target.getUTCFullYear(), target.getUTCMonth(), date))
    if (end.getUTCMonth() === target.getUTCMonth()) return end.getTime() / 86_400_000
  }
}

type Holding = { from: number; until: number; is_revoked: boolean }
/** A fact that begins a record: a completed course, a certificate that was issued, or a document that was accepted. */
type Award = { record: number; course_id: number | null; day: number; until: number | null }

/**
 * What was held, by walking through the days once more and painting each one that is covered with the last day of what covers
 * it: a refresher looks for paint on its own day and, where there is grace, on the days before.
 */
const painted = (
  { kind, course_id }: Requirement,
  terms: Terms,
  { awards, revokedOn }: { awards: readonly Award[]; revokedOn: ReadonlyMap<number, number> },
  [from, on]: [number, number],
): Holding[] => {
  const paint = new Map<number, number>()
  const holdings: (Holding & { record: number })[] = []
  const { valid_months: months, grace_days: grace } = terms
  const isBad = (record: number, day: number) => (revokedOn.get(record) ?? Number.POSITIVE_INFINITY) <= day
  for (let day = from; day <= on; day += 1) {
    const fresh: [number, number][] = []
    for (const each of awards) {
      if (each.day !== day) continue
      const endFrom = (start: number) => {
        const ends = [months === null ? Number.POSITIVE_INFINITY : monthsLaterSlowly(start, months)]
        if (kind !== 'course' && each.until !== null) ends.push(each.until)
        return Math.min(...ends)
      }
      let start = day
      if (each.course_id !== course_id) {
        if (!terms.refresher_course_ids.includes(each.course_id as number)) continue
        const earlier = holdings.filter((one) => one.from < day)
        const newest = earlier.filter((one) => one.from === Math.max(...earlier.map((other) => other.from)))
        const reach = newest.length > 0 && newest.every(({ record }) => isBad(record, day)) ? 0 : grace
        const coveredDay = Array.from({ length: reach + 1 }, (_, back) => day - back).find((one) => paint.has(one))
        if (coveredDay === undefined) continue
        if (terms.renews_from === 'last_day') start = paint.get(coveredDay) as number
      }
      const until = endFrom(start)
      const is_revoked = isBad(each.record, on)
      holdings.push({ from: day, until, is_revoked, record: each.record })
      if (!is_revoked) fresh.push([start === day ? day : start + 1, until])
    }
    for (const [first, last] of fresh)
      for (let one = first; one <= Math.min(last, on); one += 1) paint.set(one, Math.max(paint.get(one) ?? last, last))
  }
  return holdings
}

/** What a day by day walk through a history knows. */
const walk = () => ({
  isPresent: false,
  isGone: false,
  roles: [] as string[],
  team: null as string | null,
  site: null as string | null,
  job: null as string | null,
  state: null as string | null,
  /** Records that were begun and neither ended nor led to anything. */
  open: new Set<number>(),
  appliedFor: 0,
})

/**
 * How somebody stood on a day by walking through every day up to it: slow, and written without anything of the rules that it
 * is compared with.
 */
export const replayed = (
  history: Pick<History, 'facts'>,
  requirement: Requirement,
  on: number,
  from = -60,
): Standing => {
  const w = walk()
  let terms: Terms | undefined
  const startKind: FactKind[] =
    requirement.kind === 'course' ? ['completed'] : ['certificate_issued', 'document_accepted']
  const awards: Award[] = []
  const revokedOn = new Map<number, number>()
  for (let day = from; day <= on; day += 1) {
    for (const each of requirement.terms) if (each.from === day) terms = each
    for (const fact of history.facts) {
      if (fact.day !== day || fact.is_corrected) continue
      const begins = ['role_given', 'team', 'site', 'job', 'state'].includes(fact.kind) && fact.value !== null
      if (fact.kind === 'joined' || (begins && !w.isGone)) w.isPresent = true
      if (fact.kind === 'joined') w.isGone = false
      if (fact.kind === 'left') {
        w.isPresent = false
        w.isGone = true
      }
      if (fact.kind === 'role_given') w.roles.push(fact.value as string)
      if (fact.kind === 'role_taken') w.roles = w.roles.filter((role) => role !== fact.value)
      if (fact.kind === 'team') w.team = fact.value
      if (fact.kind === 'site') w.site = fact.value
      if (fact.kind === 'job') w.job = fact.value
      if (fact.kind === 'state') w.state = fact.value
      const isAbout =
        requirement.course_id === null
          ? fact.requirement_id === requirement.id
          : fact.course_id === requirement.course_id
      if (fact.record === null) continue
      if (startKind.includes(fact.kind) && (isAbout || (requirement.course_id !== null && fact.course_id !== null)))
        awards.push({ record: fact.record, course_id: fact.course_id, day, until: fact.until })
      if (fact.kind === 'certificate_revoked' || fact.kind === 'document_revoked') revokedOn.set(fact.record, day)
      if (!isAbout) continue
      if (fact.kind === 'enrolled' || fact.kind === 'document_submitted') w.open.add(fact.record)
      if (fact.kind === 'unenrolled' || fact.kind === 'document_rejected') w.open.delete(fact.record)
    }
    const applies =
      terms !== undefined &&
      !terms.is_retired &&
      w.isPresent &&
      (terms.roles.length === 0 || w.roles.some((role) => terms?.roles.includes(role))) &&
      (terms.team_ids.length === 0 || terms.team_ids.map(String).includes(w.team ?? '')) &&
      (terms.sites.length === 0 || terms.sites.includes(w.site ?? '')) &&
      (terms.jobs.length === 0 || terms.jobs.includes(w.job ?? '')) &&
      (terms.states.length === 0 || terms.states.includes(w.state ?? ''))
    w.appliedFor = applies ? w.appliedFor + 1 : 0
  }
  if (terms === undefined || w.appliedFor === 0) return { state: 'not_required', until: null }
  const { grace_days: grace } = terms
  const holdings = painted(requirement, terms, { awards, revokedOn }, [from, on])
  const good = holdings.filter(({ is_revoked }) => !is_revoked).map(({ until }) => until)
  if (good.some((until) => until >= on)) {
    const last = Math.max(...good)
    return { state: 'valid', until: last === Number.POSITIVE_INFINITY ? null : last }
  }
  const newest = Math.max(...holdings.map(({ from }) => from))
  const latest = holdings.filter(({ from }) => from === newest)
  if (latest.length > 0 && latest.every(({ is_revoked }) => is_revoked)) return { state: 'revoked', until: null }
  const last = good.length > 0 ? Math.max(...good) : null
  const graceDays = [
    ...(last === null ? [] : [last + grace]),
    ...(grace > 0 ? [on - w.appliedFor + grace] : []),
  ].filter((day) => grace > 0 && day >= on)
  if (graceDays.length > 0) return { state: 'grace', until: Math.max(...graceDays) }
  const isUnderway = [...w.open].some((record) => !awards.some((each) => each.record === record))
  const isDocument = requirement.kind === 'license' || requirement.kind === 'document'
  if (isUnderway && isDocument) return { state: 'under_review', until: null }
  if (last !== null) return { state: 'expired', until: last }
  return { state: isUnderway ? 'in_progress' : 'missing', until: null }
}
