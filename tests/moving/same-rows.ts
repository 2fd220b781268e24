// Compares two exports of a portal, whose ids are far apart and in places of their own, so that an id is known wherever it is.
import { type Archive, tablePart } from '#app/moving/archive.ts'
import { readRows } from '#app/moving/rows.ts'

type Cells = Record<string, string | null>

export const rowsOf = async (archive: Archive, name: string): Promise<Cells[]> => {
  const part = archive.manifest.tables.find((each) => each.name === name)
  if (!part) throw new Error(`There is no ${name}`)
  const rows: Cells[] = []
  const stream = (await archive.open(tablePart(name), part)).pipe(readRows(part.columns))
  for await (const row of stream) rows.push(row as Cells)
  return rows
}

const ACCOUNT_COLUMNS = 'old_id,uuid,email,password_hash,is_blocked,email_verified_at,created_at,is_member'.split(',')
export const accountsOf = async (archive: Archive): Promise<Cells[]> => {
  const rows: Cells[] = []
  const stream = (await archive.open('accounts.csv', archive.manifest.accounts)).pipe(readRows(ACCOUNT_COLUMNS))
  for await (const row of stream) rows.push(row as Cells)
  return rows
}

const NUMBERS = /(?<!\d)\d{9,10}(?!\d)/g
const inOrder = (rows: readonly Cells[]) => rows.map((row) => JSON.stringify(row)).toSorted()

/** Numbers drawn at random, which can look like an id. */
const DRAWN = new Set(['exam_attempts.seed'])

export type Difference = { table: string; before: string | undefined; after: string | undefined }

export type Ways = { back: (text: string) => string; to: (id: string) => string }

/** Turns the ids of a moved portal back into those that it had, in any text, and one of those into the new one. */
export const waysBetween = async (before: Archive, after: Archive): Promise<Ways> => {
  const emails = new Map((await accountsOf(before)).map((row) => [row['email'] ?? '', row['old_id'] ?? '']))
  const people = new Map((await accountsOf(after)).map((row) => [row['old_id'], emails.get(row['email'] ?? '') ?? '']))
  const others = new Map([...people].map(([now, then]) => [then, now ?? '']))
  const [portal, moved] = [String(before.manifest.portal.id), String(after.manifest.portal.id)]
  const idOf = async (archive: Archive) => Number((await rowsOf(archive, 'companies'))[0]?.['id'])
  const distance = (await idOf(after)) - (await idOf(before))
  return {
    back: (text) =>
      text.replace(NUMBERS, (number) => {
        if (number === moved) return portal
        const was = Number(number) - distance
        return people.get(number) ?? (was > 400_000_000 && was < 403_000_000 ? String(was) : number)
      }),
    to: (id) => {
      if (id === portal) return moved
      return others.get(id) ?? (/^40[0-2]\d{6}$/.test(id) ? String(Number(id) + distance) : id)
    },
  }
}

/** The rows that differ although their ids are the same again; `fresh` are columns that the import replaces. */
export const differencesOf = async (
  before: Archive,
  after: Archive,
  fresh: Readonly<Record<string, readonly string[]>>,
): Promise<Difference[]> => {
  const { back } = await waysBetween(before, after)
  const differences: Difference[] = []
  for (const { name } of before.manifest.tables) {
    const without = (row: Cells) =>
      Object.fromEntries(Object.entries(row).filter(([column]) => !fresh[name]?.includes(column)))
    const former = (row: Cells) =>
      Object.fromEntries(
        Object.entries(row).map(([column, text]) => [
          column,
          text === null || DRAWN.has(`${name}.${column}`) ? text : back(text),
        ]),
      )
    const left = inOrder((await rowsOf(before, name)).map(without))
    const right = inOrder((await rowsOf(after, name)).map(without).map(former))
    for (let at = 0; at < Math.max(left.length, right.length); at++)
      if (left[at] !== right[at]) differences.push({ table: name, before: left[at], after: right[at] })
  }
  return differences
}

/** Columns in which a number of the old installation still stands, from these on. */
export const oldIdsIn = async (after: Archive, old: RegExp): Promise<string[]> => {
  const columns = new Set<string>()
  for (const { name } of after.manifest.tables)
    for (const row of await rowsOf(after, name))
      for (const [column, text] of Object.entries(row))
        if (text !== null && old.test(text) && !DRAWN.has(`${name}.${column}`)) columns.add(`${name}.${column}`)
  return [...columns].toSorted()
}
