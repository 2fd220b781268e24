import type { ExportRequest } from '#features/exports/server/api.ts'
import { type Day, formatDay } from '#kernel/format/day.ts'
import { formatDate } from '#kernel/format.ts'
import type { Tx } from '#platform/db/db.ts'
import type { SHOWN } from '../../contract.ts'
import { STATES, type State } from '../../rules/standing.ts'
import { cellText, MORE_PEOPLE, readCell, STATE_WORDS, sumText, whereText } from '../../rules/words.ts'
import { showMatrix } from '../matrix.ts'

/** What the call of an export was asked with. */
export type MatrixFilters = {
  on?: Day
  requirements?: string
  team_id?: number
  site?: string
  job?: string
  in_state?: string
  search?: string
  show: (typeof SHOWN)[number]
}

export type LaidOutCell = { state: State; text: string; word: string; day: string | null }
export type LaidOutPerson = {
  name: string
  where: string
  job: string
  site: string
  team: string
  state: string
  cells: LaidOutCell[]
}

/** The matrix as its files show it: what stands above it, its columns, people and cells, and what the words mean (CMP-013). */
export type LaidOut = {
  title: string
  /** The day, the filters, how many are cleared, and when the file was made. */
  head: string[]
  columns: { title: string; note: string }[]
  people: LaidOutPerson[]
  legend: { state: State; word: string; meaning: string }[]
}

/** What is not required comes last. */
const LEGEND = [...STATES.filter((state) => state !== 'not_required'), 'not_required' as const]
const SHOWN_TEXT = { all: null, cleared: 'Cleared', not_cleared: 'Not cleared' } as const

type Shown = Awaited<ReturnType<typeof showMatrix>>

const filterText = (query: MatrixFilters, { teams, requirements }: Shown): string => {
  const team = teams.find(({ value }) => value === String(query.team_id))?.label
  const parts = [
    query.requirements && `Requirements: ${requirements.map(({ title }) => title).join(', ')}`,
    query.team_id && `Team: ${team ?? `#${query.team_id}`}`,
    query.site && `Site: ${query.site}`,
    query.job && `Job: ${query.job}`,
    query.in_state && `State: ${query.in_state}`,
    query.search && `Search: ${query.search}`,
    SHOWN_TEXT[query.show] && `Show: ${SHOWN_TEXT[query.show]}`,
  ].filter(Boolean)
  return `Filters: ${parts.length === 0 ? 'none' : parts.join(' · ')}`
}

const whereOf = (person: Shown['people'][number]) =>
  person.left_on ? `Left on ${formatDay(person.left_on)}` : whereText(person)

const layOut = (matrix: Shown, request: ExportRequest, query: MatrixFilters): LaidOut => {
  const words = new Map<string, LaidOutCell>()
  // Few cells differ: each text is made once.
  const cellOf = (cell: string): LaidOutCell => {
    const known = words.get(cell)
    if (known) return known
    const { state, until } = readCell(cell)
    const { word, until: lead } = STATE_WORDS[state]
    const made = { state, word, text: cellText(cell), day: until && `${lead} ${formatDay(until)}` }
    words.set(cell, made)
    return made
  }
  return {
    title: 'Compliance',
    head: [
      `As of ${formatDay(matrix.on, 'long')}`,
      filterText(query, matrix),
      sumText(matrix.counts, matrix.on, request.today),
      ...(matrix.has_more ? [MORE_PEOPLE] : []),
      `Made on ${formatDate(request.asked_at, 'long_time', request.time_zone)} (${request.time_zone})`,
    ],
    columns: matrix.requirements.map(({ title, cleared, required }) => ({
      title,
      note: `${cleared} of ${required} cleared`,
    })),
    people: matrix.people.map((person) => ({
      name: person.name,
      where: whereOf(person),
      job: person.job ?? '',
      site: person.site ?? '',
      team: person.team?.name ?? '',
      state: person.state ?? '',
      cells: person.cells.map(cellOf),
    })),
    legend: LEGEND.map((state) => ({ state, word: STATE_WORDS[state].word, meaning: STATE_WORDS[state].meaning })),
  }
}

/** Reads the matrix that an export asks for, with the reach of the person who asked. */
export const readLaidOut = async (tx: Tx, request: ExportRequest): Promise<LaidOut> => {
  const query = request.query as MatrixFilters
  const matrix = await showMatrix(tx, atOf(request), {
    ...query,
    on: query.on ?? request.today,
    requirements: query.requirements?.split(',').map(Number),
  })
  return layOut(matrix, request, query)
}

/** The portal and the reach of a request, as the matrix reads them. */
export const atOf = ({ scope, today, ...request }: ExportRequest) => ({
  portal_id: request.portal_id,
  time_zone: request.time_zone,
  reach: scope === 'own' ? { looker: request, today } : null,
})
