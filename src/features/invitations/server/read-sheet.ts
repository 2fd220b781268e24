import { fail } from '#kernel/errors.ts'
import type { ColumnNames } from '#kernel/format/sheet-columns.ts'
import type { UploadedFile } from '#platform/http/route.ts'
import { readTable, sheetProblem } from '#platform/sheets/sheet.ts'
import { MOST_ROWS } from '../contract.ts'
import type { Invitee } from './actions/invite-people.ts'

type Name = 'email' | 'first_name' | 'last_name'

const COLUMNS: ColumnNames<Name> = {
  email: ['email', 'e-mail', 'e-mail address'],
  first_name: ['first_name', 'first name', 'given name'],
  last_name: ['last_name', 'last name', 'family name', 'surname'],
}

const LONGEST_NAME = 100

/** The people of an uploaded sheet with their row numbers (MGR-016, MGR-020). */
export const readInvitees = async (files: readonly UploadedFile[]): Promise<Invitee[]> => {
  const file = files.find(({ field }) => field === 'file')
  if (!file) throw fail('upload_no_file')
  const people: Invitee[] = []
  try {
    const table = readTable<Name>(file.bytes, COLUMNS, { required: ['email'], rows: MOST_ROWS + 1 })
    for await (const { line, values } of table)
      people.push({
        email: values.email,
        first_name: values.first_name.slice(0, LONGEST_NAME),
        last_name: values.last_name.slice(0, LONGEST_NAME),
        row: line,
      })
  } catch (error) {
    throw fail('sheet_unreadable', { params: { problem: sheetProblem(error) } })
  }
  if (people.length === 0)
    throw fail('sheet_unreadable', { params: { problem: 'The sheet has no people below its first row.' } })
  return people
}
