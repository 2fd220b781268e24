/** A row's sort value as it appears in a cursor; dates are ISO texts. */
export type SortValue = string | number | boolean | null

/** The row a page starts behind: the values it is sorted by, then its id. */
export interface Cursor {
  /** The sort the cursor was made for, such as `-created_at`. */
  sort: string
  values: SortValue[]
  id: number
  /** `prev` reads toward the beginning of the list. */
  direction: 'next' | 'prev'
}

const VERSION = 1

function toBase64Url(text: string): string {
  let bytes = ''
  for (const byte of new TextEncoder().encode(text)) bytes += String.fromCharCode(byte)
  return btoa(bytes).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')
}

function fromBase64Url(text: string): string {
  const bytes = atob(text.replace(/-/g, '+').replace(/_/g, '/'))
  return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)))
}

function isSortValue(value: unknown): value is SortValue {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value)
}

/** The opaque text of a cursor (API-012). */
export function encodeCursor(cursor: Cursor): string {
  return toBase64Url(
    JSON.stringify([VERSION, cursor.sort, cursor.values, cursor.id, cursor.direction === 'prev' ? 1 : 0]),
  )
}

/**
 * The cursor of a text, or null when it is unknown, damaged, of an older make or made for another sort; the list then
 * starts from its first page (API-015).
 */
export function decodeCursor(text: string | null | undefined, sort: string): Cursor | null {
  if (!text || !/^[\w-]{1,2000}$/.test(text)) return null
  let parts: unknown
  try {
    parts = JSON.parse(fromBase64Url(text))
  } catch {
    return null
  }
  if (!Array.isArray(parts) || parts.length !== 5) return null
  const [version, madeFor, values, id, direction] = parts as unknown[]
  if (version !== VERSION || madeFor !== sort || (direction !== 0 && direction !== 1)) return null
  if (!Array.isArray(values) || !values.every(isSortValue) || !Number.isSafeInteger(id)) return null
  return { sort, values, id: id as number, direction: direction === 1 ? 'prev' : 'next' }
}

export interface Sort<Field extends string = string> {
  field: Field
  is_descending: boolean
}

/** Reads `field` or `-field`; null when the field is not one the list can be sorted by (API-014, API-015). */
export function parseSort<Field extends string>(text: string, fields: readonly Field[]): Sort<Field> | null {
  const is_descending = text.startsWith('-')
  const field = fields.find((name) => name === (is_descending ? text.slice(1) : text))
  return field === undefined ? null : { field, is_descending }
}

export interface Page<Row> {
  data: Row[]
  meta: { next_cursor: string | null; prev_cursor: string | null }
}

/**
 * Makes the page from the rows read behind `cursor`: `perPage + 1` of them at most, in reading order, which for a
 * `prev` cursor runs backwards. `keyOf` gives a row's sort values and id.
 */
export function toPage<Row>(
  rows: readonly Row[],
  perPage: number,
  sort: string,
  cursor: Cursor | null,
  keyOf: (row: Row) => { values: SortValue[]; id: number },
): Page<Row> {
  const isBackwards = cursor?.direction === 'prev'
  const hasMore = rows.length > perPage
  const data = rows.slice(0, perPage)
  if (isBackwards) data.reverse()
  const at = (row: Row | undefined, direction: Cursor['direction']) =>
    row === undefined ? null : encodeCursor({ sort, ...keyOf(row), direction })
  return {
    data,
    meta: {
      next_cursor: isBackwards || hasMore ? at(data.at(-1), 'next') : null,
      prev_cursor: (isBackwards ? hasMore : cursor !== null) ? at(data[0], 'prev') : null,
    },
  }
}
