import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Cursor, decodeCursor, encodeCursor, parseSort, toPage } from './paging.ts'

const sortValue = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => !Object.is(value, -0)),
  fc.boolean(),
  fc.constant(null),
)
const anyCursor: fc.Arbitrary<Cursor> = fc.record({
  sort: fc.constantFrom('title', '-created_at'),
  values: fc.array(sortValue, { maxLength: 3 }),
  id: fc.integer({ min: 1 }),
  direction: fc.constantFrom('next', 'prev'),
})

describe('cursors', () => {
  test('a cursor is decoded as it was and needs no escaping in an address (API-012)', () => {
    fc.assert(
      fc.property(anyCursor, (cursor) => {
        const text = encodeCursor(cursor)
        expect(text).toMatch(/^[\w-]+$/)
        expect(decodeCursor(text, cursor.sort)).toEqual(cursor)
      }),
    )
  })

  test('a cursor for another sort starts from the first page (API-015)', () => {
    const text = encodeCursor({ sort: 'title', values: ['a'], id: 1, direction: 'next' })
    expect(decodeCursor(text, '-title')).toBeNull()
  })

  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  test.each([
    null,
    undefined,
    '',
    'nonsense',
    '!!!',
    'a'.repeat(3000),
    encode(null),
    encode({ sort: 'title' }),
    encode([0, 'title', ['a'], 1, 0]),
    encode([1, 'title', 'a', 1, 0]),
    encode([1, 'title', [{}], 1, 0]),
    encode([1, 'title', ['a'], '1', 0]),
    encode([1, 'title', ['a'], 1.5, 0]),
    encode([1, 'title', ['a'], 1, 2]),
    encode([1, 'title', ['a'], 1]),
    Buffer.from([0xff, 0xfe]).toString('base64url'),
  ])('the unknown or old cursor %s starts from the first page (API-015)', (text) => {
    expect(decodeCursor(text, 'title')).toBeNull()
  })

  test('no text breaks the decoder (API-015)', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(decodeCursor(text, 'title')).toBeNull()
      }),
    )
  })
})

test('a sort is a known field, descending with a leading hyphen (API-014, API-015)', () => {
  expect(parseSort('title', ['title', 'id'])).toEqual({ field: 'title', is_descending: false })
  expect(parseSort('-title', ['title', 'id'])).toEqual({ field: 'title', is_descending: true })
  for (const text of ['', '-', '--title', 'Title', 'price', 'toString']) expect(parseSort(text, ['title'])).toBeNull()
})

describe('pages', () => {
  const rows = Array.from({ length: 10 }, (_, index) => ({ id: index + 1, title: `t${Math.floor(index / 3)}` }))
  const keyOf = (row: { id: number; title: string }) => ({ values: [row.title], id: row.id })
  type Row = (typeof rows)[number]

  /** What a keyset query reads: the rows after the cursor in reading order, one more than fits on the page. */
  function read(cursor: Cursor | null, perPage: number): Row[] {
    if (!cursor) return rows.slice(0, perPage + 1)
    const at = rows.findIndex((row) => row.id === cursor.id)
    const behind = cursor.direction === 'next' ? rows.slice(at + 1) : rows.slice(0, at).reverse()
    return behind.slice(0, perPage + 1)
  }
  function open(text: string | null, perPage: number) {
    const cursor = decodeCursor(text, 'title')
    return toPage(read(cursor, perPage), perPage, 'title', cursor, keyOf)
  }

  test.each([1, 2, 3, 4, 5, 9, 10, 11])(
    'pages of %i reach every row once, forwards and back (API-012, API-013)',
    (size) => {
      const first = open(null, size)
      expect(first.meta.prev_cursor).toBeNull()
      const pages = [first]
      for (let next = first.meta.next_cursor; next; next = pages.at(-1)?.meta.next_cursor ?? null) {
        pages.push(open(next, size))
        if (pages.length > rows.length) throw new Error('the pages do not end')
      }
      expect(pages.flatMap((page) => page.data)).toEqual(rows)
      let prev = pages.at(-1)?.meta.prev_cursor ?? null
      for (const page of pages.slice(0, -1).reverse()) {
        const back = open(prev, size)
        expect(back.data).toEqual(page.data)
        expect(back.meta.next_cursor).toBe(page.meta.next_cursor)
        prev = back.meta.prev_cursor
      }
      expect(prev).toBeNull()
    },
  )

  test('an empty list has no cursors (API-012)', () => {
    expect(toPage<Row>([], 5, 'title', null, keyOf)).toEqual({
      data: [],
      meta: { next_cursor: null, prev_cursor: null },
    })
  })
})
