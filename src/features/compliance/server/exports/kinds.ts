import { Readable } from 'node:stream'
import type { ExportRequest, LaidOutKind } from '#features/exports/server/api.ts'
import type { Tx } from '#platform/db/db.ts'
import * as contract from '../../contract.ts'
import { findPeople } from '../people.ts'
import { atOf, type MatrixFilters, readLaidOut } from './laid-out.ts'
import { pdfOf } from './pdf.ts'
import { csvOf, xlsxOf } from './sheets.ts'

/** Pages of more people are drawn in the background. */
const MOST_DRAWN_AT_ONCE = 100

/** How many people the matrix looks at; which of them it shows is known when it is read. */
const count = async (tx: Tx, request: ExportRequest, most = contract.MOST_PEOPLE): Promise<number> => {
  const query = request.query as MatrixFilters
  const people = await findPeople(tx, {
    ...atOf(request),
    on: query.on ?? request.today,
    most: Math.min(most, contract.MOST_PEOPLE),
    search: query.search,
    places: query,
  })
  return people.length
}

const COMMON = {
  text: 'The matrix of a day, as its screen shows it.',
  file: 'compliance',
  is_on_its_screen: true,
  count,
}

/** The matrix of a day as a file (CMP-013). */
export const complianceExports: readonly LaidOutKind[] = [
  {
    ...COMMON,
    name: 'compliance_csv',
    title: 'Compliance as CSV',
    endpoint: contract.exportMatrixCsv,
    format: 'csv',
    content: async (read, request) => {
      const matrix = await read((tx) => readLaidOut(tx, request))
      return { stream: csvOf(matrix), rows: matrix.people.length }
    },
  },
  {
    ...COMMON,
    name: 'compliance_xlsx',
    title: 'Compliance for Excel',
    endpoint: contract.exportMatrixXlsx,
    format: 'xlsx',
    content: async (read, request) => {
      const matrix = await read((tx) => readLaidOut(tx, request))
      return { stream: xlsxOf(matrix, new Date(request.asked_at)), rows: matrix.people.length }
    },
  },
  {
    ...COMMON,
    name: 'compliance_pdf',
    title: 'Compliance as PDF',
    endpoint: contract.exportMatrixPdf,
    format: 'pdf',
    most_at_once: MOST_DRAWN_AT_ONCE,
    content: async (read, request) => {
      const matrix = await read((tx) => readLaidOut(tx, request))
      return {
        stream: Readable.from(pdfOf(matrix, new Date(request.asked_at)), { objectMode: false }),
        rows: matrix.people.length,
      }
    },
  },
]
