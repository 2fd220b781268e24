import { Readable } from 'node:stream'
import { CSV_START, csvLine } from '#platform/files/csv.ts'
import { type SheetCell, xlsxStream } from '#platform/sheets/write-xlsx.ts'
import { STATE_TONES } from '../../rules/words.ts'
import type { LaidOut } from './laid-out.ts'

const PERSON_COLUMNS = ['Person', 'Job', 'Site', 'Team', 'State'] as const

const personCells = ({ name, job, site, team, state }: LaidOut['people'][number]) => [name, job, site, team, state]
const titlesOf = ({ columns }: LaidOut) => [...PERSON_COLUMNS, ...columns.map(({ title }) => title)]
const notesOf = ({ columns }: LaidOut) => [...PERSON_COLUMNS.map(() => ''), ...columns.map(({ note }) => note)]

function* csvLines(matrix: LaidOut) {
  yield CSV_START + [[matrix.title], ...matrix.head.map((line) => [line]), []].map(csvLine).join('')
  yield csvLine(titlesOf(matrix)) + csvLine(notesOf(matrix))
  for (const person of matrix.people) yield csvLine([...personCells(person), ...person.cells.map(({ text }) => text)])
  yield [[], ['Legend'], ...matrix.legend.map(({ word, meaning }) => [word, meaning])].map(csvLine).join('')
}

export const csvOf = (matrix: LaidOut): Readable => Readable.from(csvLines(matrix), { objectMode: false })

function* rowsOf(matrix: LaidOut): Generator<SheetCell[]> {
  yield [{ text: matrix.title, style: 'title' }]
  for (const text of matrix.head) yield [{ text, style: 'muted' }]
  yield []
  yield notesOf(matrix).map((text) => ({ text, style: 'muted' as const }))
  yield titlesOf(matrix).map((text) => ({ text, style: 'strong' as const }))
  for (const person of matrix.people)
    yield [
      ...personCells(person).map((text) => ({ text })),
      ...person.cells.map(({ state, text }) => ({ text, style: STATE_TONES[state] })),
    ]
}

function* legendOf({ legend }: LaidOut): Generator<SheetCell[]> {
  yield [{ text: 'Legend', style: 'title' }]
  for (const { state, word, meaning } of legend) yield [{ text: word, style: STATE_TONES[state] }, { text: meaning }]
}

/** The matrix as a sheet whose names and titles stay in view and whose columns can be filtered, and its legend as another. */
export const xlsxOf = (matrix: LaidOut, madeAt: Date): Readable => {
  const titles = matrix.head.length + 4
  return xlsxStream(
    [
      {
        name: 'Compliance',
        widths: [26, 18, 18, 20, 8, 24],
        frozen: { rows: titles, columns: 1 },
        filter: { row: titles, columns: PERSON_COLUMNS.length + matrix.columns.length, rows: matrix.people.length },
        rows: () => rowsOf(matrix),
      },
      { name: 'Legend', widths: [18, 70], rows: () => legendOf(matrix) },
    ],
    madeAt,
  )
}
