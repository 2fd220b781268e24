import { describe, expect, test } from 'vitest'
import {
  addColumn,
  addRow,
  type CellPlace,
  hasHeadings,
  newTable,
  removeColumn,
  removeRow,
  type TableChange,
  type TableNode,
  toggleHeadings,
} from './table-changes.ts'

/** Tables as lines: sections begin with `head` or `body`, cells are words; `a:2` spans two columns, `a:1:2` two rows, `!a` is a heading. */
const tableOf = (...lines: string[]): TableNode => {
  const sections: TableNode[] = []
  for (const line of lines) {
    if (line === 'head' || line === 'body') {
      sections.push({ type: 'tableSection', attrs: { tag: line === 'head' ? 'thead' : 'tbody' }, content: [] })
      continue
    }
    const cells = line.split(' ').map((written): TableNode => {
      const [word = '', colspan = '1', rowspan = '1'] = written.split(':')
      const spans = { colspan: colspan === '1' ? null : colspan, rowspan: rowspan === '1' ? null : rowspan }
      const isHeading = word.startsWith('!')
      const tag = isHeading ? { tag: 'th', scope: 'col' } : { tag: 'td' }
      const text = word.replace(/^!/, '')
      return { type: 'tableCell', attrs: { ...tag, ...spans }, content: text === '_' ? [] : [{ type: text }] }
    })
    sections.at(-1)?.content?.push({ type: 'tableRow', content: cells })
  }
  return { type: 'table', content: sections }
}
const linesOf = (change: TableChange): string[] | null =>
  change &&
  (change.table.content ?? []).flatMap(({ attrs, content = [] }) => [
    attrs?.['tag'] === 'thead' ? 'head' : 'body',
    ...content.map(({ content: cells = [] }) =>
      cells
        .map(({ attrs: cell, content: words = [] }) => {
          const word = words[0]?.type === 'paragraph' ? '_' : (words[0]?.type ?? '_')
          const [colspan, rowspan] = [cell?.['colspan'] ?? '1', cell?.['rowspan'] ?? '1']
          const spans = rowspan === '1' ? (colspan === '1' ? '' : `:${colspan}`) : `:${colspan}:${rowspan}`
          return `${cell?.['tag'] === 'th' ? '!' : ''}${word}${spans}`
        })
        .join(' '),
    ),
  ])
const at = (section: number, row: number, cell: number): CellPlace => ({ section, row, cell })

const PLAIN = ['head', '!h !i', 'body', 'a b', 'c d']
const SPANS = ['body', 'a:2 b', 'c d:1:2 e', 'f g']

test('a new table has a row of headings (BLD-090)', () => {
  const table = newTable(2, 2)
  expect(linesOf({ table, at: at(0, 0, 0) })).toEqual(['head', '!_ !_', 'body', '_ _', '_ _'])
  expect(hasHeadings(table)).toBe(true)
})

describe('a row is added below (BLD-090)', () => {
  test.each([
    ['a row of the body', PLAIN, at(1, 0, 1), ['head', '!h !i', 'body', 'a b', '_ _', 'c d'], at(1, 1, 0)],
    ['the last row', PLAIN, at(1, 1, 0), ['head', '!h !i', 'body', 'a b', 'c d', '_ _'], at(1, 2, 0)],
    ['the headings', PLAIN, at(0, 0, 0), ['head', '!h !i', 'body', '_ _', 'a b', 'c d'], at(1, 0, 0)],
    ['headings alone', ['head', '!h !i'], at(0, 0, 0), ['head', '!h !i', 'body', '_ _'], at(1, 0, 0)],
    ['a row whose first cell is a heading', ['body', '!a b'], at(0, 0, 1), ['body', '!a b', '!_ _'], at(0, 1, 0)],
    ['a cell that spans columns', SPANS, at(0, 0, 0), ['body', 'a:2 b', '_ _ _', 'c d:1:2 e', 'f g'], at(0, 1, 0)],
    ['a cell that reaches below', SPANS, at(0, 1, 0), ['body', 'a:2 b', 'c d:1:3 e', '_ _', 'f g'], at(0, 2, 0)],
  ] as const)('%s', (_, before, place, after, next) => {
    const change = addRow(tableOf(...before), place)
    expect([linesOf(change), change?.at]).toEqual([after, next])
  })
})

describe('a column is added to the right (BLD-090)', () => {
  test.each([
    ['of the first', PLAIN, at(1, 0, 0), ['head', '!h !_ !i', 'body', 'a _ b', 'c _ d']],
    ['of the last', PLAIN, at(0, 0, 1), ['head', '!h !i !_', 'body', 'a b _', 'c d _']],
    ['within a cell that spans it', SPANS, at(0, 1, 0), ['body', 'a:3 b', 'c _ d:1:2 e', 'f _ g']],
    ['of a cell that spans columns', SPANS, at(0, 0, 0), ['body', 'a:2 _ b', 'c d:1:2 _ e', 'f _ g']],
  ] as const)('%s', (_, before, place, after) => {
    expect(linesOf(addColumn(tableOf(...before), place))).toEqual(after)
  })
})

describe('a row is removed (BLD-090)', () => {
  test.each([
    ['of the body', PLAIN, at(1, 0, 0), ['head', '!h !i', 'body', 'c d'], at(1, 0, 0)],
    ['the last of the body', PLAIN, at(1, 1, 1), ['head', '!h !i', 'body', 'a b'], at(1, 0, 1)],
    ['the headings', PLAIN, at(0, 0, 0), ['body', 'a b', 'c d'], at(0, 0, 0)],
    ['from which a cell reaches below', SPANS, at(0, 1, 0), ['body', 'a:2 b', 'f d g'], at(0, 1, 0)],
    ['into which a cell reaches', SPANS, at(0, 2, 0), ['body', 'a:2 b', 'c d e'], at(0, 1, 0)],
  ] as const)('%s', (_, before, place, after, next) => {
    const change = removeRow(tableOf(...before), place)
    expect([linesOf(change), change?.at]).toEqual([after, next])
  })
  test('the only one takes the table with it', () => {
    expect(removeRow(tableOf('body', 'a b'), at(0, 0, 0))).toBeNull()
  })
})

describe('a column is removed (BLD-090)', () => {
  test.each([
    ['the first', PLAIN, at(1, 0, 0), ['head', '!i', 'body', 'b', 'd']],
    ['the last', PLAIN, at(0, 0, 1), ['head', '!h', 'body', 'a', 'c']],
    ['one that a cell spans', SPANS, at(0, 1, 0), ['body', 'a b', 'd:1:2 e', 'g']],
    ['one in which a cell reaches down', SPANS, at(0, 1, 1), ['body', 'a b', 'c e', 'f g']],
  ] as const)('%s', (_, before, place, after) => {
    expect(linesOf(removeColumn(tableOf(...before), place))).toEqual(after)
  })
  test('the only one takes the table with it', () => {
    expect(removeColumn(tableOf('head', '!h', 'body', 'a'), at(1, 0, 0))).toBeNull()
  })
})

describe('the row of headings (BLD-090)', () => {
  test.each([
    ['goes', PLAIN, at(1, 1, 0), ['body', 'h i', 'a b', 'c d'], at(0, 2, 0)],
    ['goes from where the cursor is', PLAIN, at(0, 0, 1), ['body', 'h i', 'a b', 'c d'], at(0, 0, 1)],
    ['comes', ['body', 'a b', 'c d'], at(0, 1, 1), ['head', '!a !b', 'body', 'c d'], at(1, 0, 1)],
    ['comes where the cursor is', ['body', 'a b', 'c d'], at(0, 0, 1), ['head', '!a !b', 'body', 'c d'], at(0, 0, 1)],
    ['is all of a table of one row', ['body', 'a b'], at(0, 0, 0), ['head', '!a !b'], at(0, 0, 0)],
  ] as const)('%s', (_, before, place, after, next) => {
    const change = toggleHeadings(tableOf(...before), place)
    expect([linesOf(change), change?.at]).toEqual([after, next])
  })
  test('comes back as it was', () => {
    const there = toggleHeadings(tableOf(...PLAIN), at(1, 0, 0))
    expect(linesOf(there && toggleHeadings(there.table, there.at))).toEqual(PLAIN)
  })
})

test('a caption and columns stay (BLD-090)', () => {
  const before = [{ type: 'tableCaption' }, { type: 'tableColumns' }]
  const table = tableOf(...PLAIN)
  for (const change of [addRow, addColumn, removeRow, removeColumn, toggleHeadings])
    expect(
      change({ ...table, content: [...before, ...(table.content ?? [])] }, at(1, 0, 0))?.table.content?.slice(0, 2),
    ).toEqual(before)
})
