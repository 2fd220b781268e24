import type { Day } from '#kernel/format/day.ts'
import type { Tx } from '#platform/db/db.ts'
import { MOST_PEOPLE, type SHOWN } from '../contract.ts'
import { type DayNumber, dayNumber, dayText } from '../rules/days.ts'
import { type Place, placeOn, stretchesUntil } from '../rules/person.ts'
import type { TrainingRecord } from '../rules/records.ts'
import { courseIdsOf } from '../rules/refreshers.ts'
import { termsOn } from '../rules/requirement.ts'
import { isCleared, STATES, type Standing, type State, standingOn } from '../rules/standing.ts'
import { loadPlaceFacts, loadRecords } from './history.ts'
import { type FoundPerson, findPeople, namesOf, type PlaceFilter, type Reach } from './people.ts'
import { loadRequirements, namingTerms, ruleOf, type StoredRequirement } from './requirements.ts'

export type MatrixQuery = PlaceFilter & {
  on: Day
  requirements?: readonly number[] | undefined
  search?: string | undefined
  show: (typeof SHOWN)[number]
}
export type MatrixAt = { portal_id: number; reach: Reach; time_zone: string }
type Row = { person: FoundPerson; place: Place; standings: Standing[] }

const isWithin = (place: Place, { team_id: team, site, job, in_state: state }: PlaceFilter): boolean =>
  (team === undefined || place.team_id === team) &&
  (site === undefined || place.site === site) &&
  (job === undefined || place.job === job) &&
  (state === undefined || place.state === state)

const NOTHING: readonly TrainingRecord[] = []

/** The records of a person by what they are about, so that a cell looks at its own alone. */
const bySubject = (records: readonly TrainingRecord[]) => {
  const courses = new Map<number, TrainingRecord[]>()
  const requirements = new Map<number, TrainingRecord[]>()
  for (const record of records) {
    const [map, key] =
      record.course_id === null ? [requirements, record.requirement_id as number] : [courses, record.course_id]
    const list = map.get(key)
    // Most lists are short; one that grows by itself would take room for many more.
    map.set(key, list ? list.concat(record) : [record])
  }
  return { courses, requirements }
}

/** The requirements that ask something of somebody on the day, as far as the query names them. */
const columnsOn = (all: readonly StoredRequirement[], { on, requirements }: MatrixQuery) => {
  const day = dayNumber(on)
  return all
    .filter(({ id }) => requirements === undefined || requirements.includes(id))
    .flatMap((stored) => {
      const rule = ruleOf(stored)
      const terms = termsOn(rule, day)
      if (terms === null) return []
      return { stored, rule, course_ids: courseIdsOf(rule, terms), title: namingTerms(stored, on)?.title ?? '' }
    })
}
type Column = ReturnType<typeof columnsOn>[number]

const standingsOf = (
  columns: readonly Column[],
  facts: Parameters<typeof stretchesUntil>[0],
  records: readonly TrainingRecord[],
  on: number,
) => {
  const stretches = stretchesUntil(facts, on)
  const own = bySubject(records)
  const standings = columns.map(({ rule, course_ids: ids }) => {
    const about =
      rule.course_id === null
        ? own.requirements.get(rule.id)
        : ids.length === 1
          ? own.courses.get(rule.course_id)
          : ids.flatMap((id) => own.courses.get(id) ?? [])
    return standingOn(rule, stretches, about ?? NOTHING, on)
  })
  return { place: placeOn(stretches), standings }
}

/** How people stood with requirements on a day, in the order of their names; those of whom nothing was required are left out. */
export const readMatrix = async (tx: Tx, at: MatrixAt, query: MatrixQuery) => {
  const columns = columnsOn(await loadRequirements(tx, at.portal_id), query)
  const matches =
    columns.length === 0
      ? []
      : await findPeople(tx, {
          ...at,
          on: query.on,
          most: MOST_PEOPLE + 1,
          search: query.search,
          places: query,
        })
  const people = matches.slice(0, MOST_PEOPLE)
  const ids = people.map(({ id }) => id)
  const facts = await loadPlaceFacts(tx, at.portal_id, { ids, on: query.on })
  const recordsOf = await loadRecords(tx, at.portal_id, {
    ids,
    courses: [...new Set(columns.flatMap(({ course_ids }) => course_ids))],
    requirements: columns.flatMap(({ rule }) => (rule.course_id === null ? [rule.id] : [])),
  })
  const on = dayNumber(query.on)
  const rows: Row[] = []
  const places: Place[] = []
  for (const person of people) {
    const row = standingsOf(columns, facts.get(person.id) ?? [], recordsOf(person.id), on)
    if (row.place.is_present) places.push(row.place)
    if (isWithin(row.place, query) && row.standings.some(({ state }) => state !== 'not_required'))
      rows.push({ person, ...row })
  }
  return { columns, rows, places, has_more: matches.length > MOST_PEOPLE }
}

export const isRowCleared = ({ standings }: Row): boolean => standings.every(({ state }) => isCleared(state))

// 200,000 cells show a few thousand different texts, each of which is made once.
const cells = new Map<State, Map<DayNumber, string>>(STATES.map((state) => [state, new Map()]))
const cellOf = ({ state, until }: Standing): string => {
  if (until === null) return state
  const texts = cells.get(state) as Map<DayNumber, string>
  const known = texts.get(until)
  if (known !== undefined) return known
  if (texts.size > 20_000) texts.clear()
  const text = `${state} ${dayText(until)}`
  texts.set(until, text)
  return text
}

const distinct = (values: (string | null)[]): string[] =>
  [...new Set(values.filter((value) => value !== null))].sort((a, b) => a.localeCompare(b, 'en-US'))

/** The answer of the matrix (CMP-006). */
export const showMatrix = async (tx: Tx, at: MatrixAt, query: MatrixQuery) => {
  const { columns, rows, places, has_more } = await readMatrix(tx, at, query)
  const cleared = rows.filter(isRowCleared)
  const shown = query.show === 'all' ? rows : rows.filter((row) => isRowCleared(row) === (query.show === 'cleared'))
  const names = await namesOf(tx, at.portal_id, [...new Set(places.map(({ team_id }) => team_id))])
  const teamOf = (id: number) => ({ id, name: names.get(id) ?? `#${id}` })
  const counts = columns.map(() => ({ required: 0, cleared: 0 }))
  for (const { standings } of rows)
    counts.forEach((count, index) => {
      const { state } = standings[index] as Standing
      if (state === 'not_required') return
      count.required += 1
      if (isCleared(state)) count.cleared += 1
    })
  return {
    on: query.on,
    requirements: columns.map(({ stored, title }, index) => ({
      id: stored.id,
      title,
      kind: stored.kind,
      ...(counts[index] as (typeof counts)[number]),
    })),
    people: shown.map((row) => ({
      id: row.person.id,
      name: row.person.name,
      left_on: row.person.left_on,
      team: row.place.team_id === null ? null : teamOf(row.place.team_id),
      site: row.place.site,
      job: row.place.job,
      state: row.place.state,
      is_cleared: isRowCleared(row),
      cells: row.standings.map(cellOf),
    })),
    counts: { people: rows.length, cleared: cleared.length },
    has_more,
    teams: [...names]
      .map(([id, label]) => ({ value: String(id), label }))
      .sort((a, b) => a.label.localeCompare(b.label)),
    sites: distinct(places.map(({ site }) => site)),
    jobs: distinct(places.map(({ job }) => job)),
    states: distinct(places.map(({ state }) => state)),
  }
}
