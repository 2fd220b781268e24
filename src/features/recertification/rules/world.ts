import { MOST_TRIES, type Place, placeAmong, seatDue } from './seats.ts'
import { isSeat, REMINDERS, type Reminder, reminderDue, type Step } from './steps.ts'

// A model of the world in which recertification runs: people who complete, fail and leave, managers and refunds, workers that
// are killed or come in pairs, clocks that change, a mailer that stops. What the world should look like afterwards is computed
// here by other means than the rules, and every difference is a fault.

/** Random numbers that are the same in every run. */
const randomOf = (seed: number) => {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    chance: (share: number) => next() < share,
    int: (from: number, to: number) => from + Math.floor(next() * (to - from + 1)),
  }
}

const DAYS_BEFORE = 30
const SETTINGS = { is_automatic: true, days_before: DAYS_BEFORE }

/** Days after the end on which a refresher still renews. */
const GRACE = 20

type Course = 'initial' | 'refresher'
/** An enrollment, and who paid for it. */
type Seat = { place: Place; payer: 'portal' | 'manager' | null }
const NO_SEAT: Seat = { place: 'none', payer: null }

type Person = {
  /** The last day of what they hold. */
  until: number
  /** Whether a refresher renews it in time; else the same course does, again and again. */
  has_refresher: boolean
  seats: Record<Course, Seat>
  steps: Map<number, Set<Step>>
  /** The days, as the workers' clocks showed them, on which each end was looked at with success. */
  looks: Map<number, number[]>
  /** Reminders in the order in which they were given, by end. */
  given: Map<number, Reminder[]>
}
type Mail = { at: number; is_sent: boolean }

export type Findings = {
  seats: number
  reminders: number
  kills: number
  pairs: number
  renewals: number
  /** Seats in a refresher, and in the initial course for people who let it lapse. */
  refreshers: number
  lapses: number
  alarms: number
  faults: string[]
}
type Options = {
  people: number
  years: number
  seed: number
  /** What an alarm says of reminders that wait for this many days. */
  isAlarmed: (waiting: number, days: number) => boolean
}

const windowOf = (left: number): number =>
  left < 0 ? 4 : left <= 7 ? 3 : left <= 30 ? 2 : left <= 60 ? 1 : left <= 90 ? 0 : -1

/** Each reminder whose stretch of days was looked at, unless a later stretch was looked at before. */
const expectedOf = (looks: readonly number[], until: number): Reminder[] => {
  let furthest = -1
  return looks.flatMap((day) => {
    const window = windowOf(until - day)
    if (window <= furthest) return []
    furthest = window
    return [REMINDERS[window] as Reminder]
  })
}

/** The courses that renew on a day what somebody holds, the one to enroll in first. */
const renewing = ({ has_refresher, until }: Person, day: number): Course[] =>
  has_refresher && day <= until + GRACE ? ['refresher', 'initial'] : ['initial']

const placeOn = (person: Person, day: number, seats: Person['seats']): Place =>
  placeAmong(renewing(person, day).map((course) => seats[course].place))

const entryOf = <T>(map: Map<number, T>, key: number, make: () => T): T => {
  const known = map.get(key) ?? make()
  map.set(key, known)
  return known
}

/** Lets ten years pass, or as many as are asked for, and answers what happened and what was wrong. */
export const simulate = ({ people: count, years, seed, isAlarmed }: Options): Findings => {
  const random = randomOf(seed)
  const findings: Findings = {
    seats: 0,
    reminders: 0,
    kills: 0,
    pairs: 0,
    renewals: 0,
    refreshers: 0,
    lapses: 0,
    alarms: 0,
    faults: [],
  }
  const fault = (text: string) => findings.faults.length < 20 && findings.faults.push(text)
  const world = Array.from(
    { length: count },
    (): Person => ({
      ...{ until: random.int(-40, 400), has_refresher: random.chance(0.5) },
      seats: { initial: NO_SEAT, refresher: NO_SEAT },
      ...{ steps: new Map(), looks: new Map(), given: new Map() },
    }),
  )
  const mails: Mail[] = []
  let unsent = 0
  let credits = count
  let bought = count
  let used = 0
  // A new version of the course changes for how long it is valid; what was completed before keeps its end.
  let months = 12

  const enroll = (person: Person, payer: 'portal' | 'manager', course: Course, day: number) => {
    if (person.seats[course].place === 'running' || placeOn(person, day, person.seats) === 'running')
      fault('two seats for one person at a time')
    if (payer === 'portal') {
      credits -= 1
      used += 1
      findings.seats += 1
      if (course === 'refresher') findings.refreshers += 1
      else if (person.has_refresher) findings.lapses += 1
      if (credits < 0) fault('a credit was used that was not there')
    }
    person.seats = { ...person.seats, [course]: { place: 'running', payer } }
  }
  const leave = (person: Person, course: Course, seat: Seat) => {
    person.seats = { ...person.seats, [course]: seat }
  }
  /** What happens to people on a day without any worker. */
  const live = (person: Person, day: number) => {
    for (const course of ['initial', 'refresher'] as const) {
      const { place, payer } = person.seats[course]
      if (place !== 'running') continue
      if (random.chance(0.06)) {
        // A refresher that comes too late renews nothing.
        if (renewing(person, day).includes(course)) {
          person.until = Math.max(person.until, day + Math.round(months * 30.4))
          findings.renewals += 1
        }
        leave(person, course, NO_SEAT)
      } else if (random.chance(0.01)) leave(person, course, { place: 'failed', payer })
      else if (random.chance(0.004)) {
        // A refund, or somebody is unenrolled before they began: the credit comes back.
        if (payer === 'portal') {
          credits += 1
          used -= 1
        }
        leave(person, course, NO_SEAT)
      }
    }
    const isIdle = Object.values(person.seats).every(({ place }) => place !== 'running')
    if (isIdle && person.until - day < 60 && random.chance(0.005)) {
      const courses = renewing(person, day)
      enroll(person, 'manager', courses[random.int(0, courses.length - 1)] as Course, day)
    }
  }

  type Work = { person: Person; end: number; today: number }
  /** A transaction of a worker for one person, decided on what it read; false if the worker was killed before it was committed. */
  const act = (
    { person, end, today }: Work,
    seen: { steps: ReadonlySet<Step>; seats: Person['seats'] },
    dies: 'before' | 'after' | null,
  ) => {
    if (dies === 'before') return false
    const taken = entryOf(person.steps, end, () => new Set<Step>())
    const take = (step: Step) => {
      // The unique key: what another worker took in the meantime is not taken again.
      if (taken.has(step)) return false
      taken.add(step)
      return true
    }
    const tries = [...seen.steps].filter(isSeat).length
    const place = placeOn(person, today, seen.seats)
    const due = seatDue(SETTINGS, { days_left: end - today, place, tries })
    if (due !== 'none' && place === 'running') fault('a seat or a decision was asked for while a try was running')
    // The lock of the person and the index of active learners: a seat is decided on what is there now.
    if (due === 'enroll' && placeOn(person, today, person.seats) !== 'running' && person.until === end) {
      if (credits < 1) take('no_credits')
      else if (take(`seat_${tries + 1}` as Step)) enroll(person, 'portal', renewing(person, today)[0] as Course, today)
    } else if (due === 'out_of_tries') take('out_of_tries')
    const step = reminderDue({ days_left: end - today, taken: seen.steps })
    if (step && take(step)) {
      entryOf(person.given, end, () => []).push(step)
      mails.push({ at: today, is_sent: false })
      unsent += 1
      findings.reminders += 1
    }
    entryOf(person.looks, end, () => []).push(today)
    return dies !== 'after'
  }
  const read = (person: Person) => ({ steps: new Set(person.steps.get(person.until)), seats: person.seats })

  /** One run over everybody; true if it came to its end. */
  const run = (today: number, workers: 1 | 2): boolean => {
    for (const person of world) {
      const work = { person, end: person.until, today }
      const isKilled = random.chance(2 / (count * 30))
      if (isKilled) findings.kills += 1
      const dies = isKilled ? (random.chance(0.5) ? 'before' : 'after') : null
      const seen = read(person)
      // The second worker has read the same before the first one wrote.
      if (workers === 2) act(work, seen, null)
      if (!act(work, seen, dies)) return false
    }
    return true
  }

  const checkNobodyLapses = (today: number) => {
    for (const person of world) {
      const { until, steps } = person
      if (until - today > DAYS_BEFORE || placeOn(person, today, person.seats) === 'running' || credits < 1) continue
      const taken = [...(steps.get(until) ?? [])]
      if (taken.filter(isSeat).length < MOST_TRIES)
        fault(`nobody enrolled a person ${until - today} days before the end`)
      else if (!taken.includes('out_of_tries')) fault('nobody heard that all tries are used up')
    }
  }

  let downUntil = -1
  let mailerDownUntil = -1
  for (let day = 0; day < years * 365; day += 1) {
    if (day % 700 === 699) months = months === 12 ? 24 : 12
    for (const person of world) live(person, day)
    if (random.chance(0.006)) downUntil = day + random.int(1, 50)
    if (random.chance(0.01)) mailerDownUntil = day + random.int(1, 6)
    if (day % 30 === 0) {
      const more = random.chance(0.8) ? Math.ceil(count / 6) : 0
      credits += more
      bought += more
    }
    if (day > downUntil) {
      // The portal moves to another time zone, or a clock is set back: days that were over come again.
      const today = random.chance(0.05) ? day - random.int(1, 3) : day
      const workers = random.chance(0.1) ? 2 : 1
      if (workers === 2) findings.pairs += 1
      let isDone = run(today, workers)
      // Every hour there is another run, until the day is done.
      for (let hour = 0; hour < 12 && !isDone; hour += 1) isDone = run(today, 1)
      if (isDone) checkNobodyLapses(today)
    }
    if (day > mailerDownUntil) {
      for (const mail of mails) mail.is_sent = true
      mails.length = 0
      unsent = 0
    } else if (unsent > 0) {
      const oldest = day - (mails[0] as Mail).at
      if (isAlarmed(unsent, oldest + 1)) findings.alarms += 1
      else fault(`${unsent} reminders waited and no alarm was raised`)
    }
  }
  for (const { given, looks } of world)
    for (const [end, days] of looks) {
      const [was, should] = [(given.get(end) ?? []).join(), expectedOf(days, end).join()]
      if (was !== should) fault(`reminders were ${was || 'none'} instead of ${should || 'none'}`)
    }
  if (credits + used !== bought) fault('credits were lost or made up')
  return findings
}
