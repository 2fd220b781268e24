import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AnyBlock } from './blocks.ts'
import { heading, idsOf, obey, order, PAGE, section } from './edits.samples.ts'
import { begin, redo, settle, step, undo } from './history.ts'
import {
  type Blocks,
  change,
  columnOf,
  countOf,
  duplicate,
  insert,
  isSection,
  move,
  nextPlace,
  placeAfter,
  placeOf,
  placesFor,
  remove,
  withNewIds,
  withValueAt,
} from './operations.ts'

test('a block is added, moved, copied and removed where it stands', () => {
  const added = insert(PAGE, { section: 's', column: 1, index: 0 }, heading('new'))
  expect(idsOf(added)).toEqual(['top', 's', 'a', 'b', 'new', 'c', 't'])
  expect(idsOf(move(PAGE, 'a', { section: 't', column: 0, index: 0 }))).toEqual(['top', 's', 'b', 'c', 't', 'a'])
  expect(idsOf(remove(PAGE, 's'))).toEqual(['top', 't'])
  let made = 0
  const copied = duplicate(PAGE, 's', () => `n${++made}`)
  expect(idsOf(copied)).toEqual(['top', 's', 'a', 'b', 'c', 'n1', 'n2', 'n3', 'n4', 't'])
  expect(PAGE[0]).toBe(copied[0])
})

test('a section never stands in a section, and nothing in a column that is not there (PGB-021)', () => {
  expect(insert(PAGE, { section: 's', column: 0, index: 0 }, section('n', '1'))).toBe(PAGE)
  expect(insert(PAGE, { section: 't', column: 1, index: 0 }, heading('n'))).toBe(PAGE)
  expect(move(PAGE, 's', { section: 't', column: 0, index: 0 })).toBe(PAGE)
  expect(placesFor(PAGE, section('n', '1')).every((place) => place.section === null)).toBe(true)
})

test('no list grows beyond what the server takes', () => {
  const full = Array.from({ length: 200 }, (_, at) => heading(`h${at}`))
  expect(insert(full, { section: null, column: 0, index: 0 }, heading('n'))).toBe(full)
  const column = [section('s', '1', full.slice(0, 50))]
  expect(insert(column, { section: 's', column: 0, index: 0 }, heading('n'))).toBe(column)
})

test('steps down lead a block through every place of the page, and steps up back again', () => {
  const places: string[] = []
  let now: Blocks = PAGE
  for (let place = nextPlace(now, 'top', 1); place; place = nextPlace(now, 'top', 1)) {
    places.push(`${place.section ?? 'page'} ${place.column} ${place.index}`)
    now = move(now, 'top', place)
  }
  expect(places).toEqual(['s 0 0', 's 0 1', 's 0 2', 's 1 0', 's 1 1', 'page 0 1', 't 0 0', 'page 0 2'])
  for (let place = nextPlace(now, 'top', -1); place; place = nextPlace(now, 'top', -1)) now = move(now, 'top', place)
  expect(now).toEqual(PAGE)
})

test.each([
  ['t', 'Heading', { section: 't', column: 0, index: 0 }],
  ['s', 'Heading', { section: 's', column: 0, index: 2 }],
  ['a', 'Heading', { section: 's', column: 0, index: 1 }],
  ['a', 'Section', { section: null, column: 0, index: 2 }],
  ['top', 'Section', { section: null, column: 0, index: 1 }],
  [null, 'Heading', { section: null, column: 0, index: 3 }],
])('with %s selected, a new %s goes there', (selected, type, place) => {
  expect(placeAfter(PAGE, selected, { type, props: { id: 'n' } })).toEqual(place)
})

test('a section with fewer columns keeps what stood in the others (PGB-021)', () => {
  const one = change(PAGE, 's', 'layout', '1')
  expect(idsOf(one)).toEqual(idsOf(PAGE))
  expect(columnOf(one[1] as AnyBlock, 0).map(({ props }) => props.id)).toEqual(['a', 'b', 'c'])
})

test('a setting is changed at its path, and nothing beside it', () => {
  const props = { id: 'x', items: [{ label: 'a', link: { href: '/' } }, { label: 'b' }] }
  const changed = withValueAt(props, 'items.0.link.href', '/new')
  expect(changed).toEqual({ id: 'x', items: [{ label: 'a', link: { href: '/new' } }, { label: 'b' }] })
  expect(changed.items[1]).toBe(props.items[1])
  expect(change(PAGE, 'a', 'id', 'other')).toBe(PAGE)
})

test('letters typed one after the other are undone at once', () => {
  let history = begin('')
  for (const text of ['a', 'ab', 'abc']) history = step(history, text, 'title')
  history = step(settle(history), 'abcd', 'title')
  expect(undo(history).present).toBe('abc')
  expect(undo(undo(history)).present).toBe('')
  expect(redo(undo(history)).present).toBe('abcd')
})

test('10,000 operations undone give the identical page, and redone the identical end', () => {
  fc.assert(
    fc.property(fc.array(order, { minLength: 10_000, maxLength: 10_000 }), (all) => {
      let made = 0
      const newId = () => `n${++made}`
      const before = JSON.stringify(PAGE)
      let history = begin<Blocks>(PAGE)
      for (const order of all) history = step(history, obey(history.present, order, newId))
      const end = JSON.stringify(history.present)
      const steps = history.past.length
      while (history.past.length > 0) history = undo(history)
      expect(history.present).toBe(PAGE)
      expect(JSON.stringify(history.present)).toBe(before)
      while (history.future.length > 0) history = redo(history)
      expect(history.past).toHaveLength(steps)
      expect(JSON.stringify(history.present)).toBe(end)
    }),
    { numRuns: 1 },
  )
})

test('whatever is done, ids stay unique, no section stands in another, and no block in a hidden column', () => {
  fc.assert(
    fc.property(fc.array(order), (all) => {
      let made = 0
      let blocks: Blocks = PAGE
      for (const order of all) {
        blocks = obey(blocks, order, () => `n${++made}`)
        const ids = idsOf(blocks)
        expect(new Set(ids).size).toBe(ids.length)
        expect(ids.every((id) => placeOf(blocks, id) !== null)).toBe(true)
        for (const each of blocks.filter(isSection)) {
          for (let column = 0; column < 4; column += 1) {
            expect(columnOf(each, column).some(isSection)).toBe(false)
            if (column >= countOf(each)) expect(columnOf(each, column)).toEqual([])
          }
        }
      }
    }),
    { numRuns: 50 },
  )
})

test('a copy has ids of its own, all the way down', () => {
  const copy = withNewIds(
    PAGE[1] as AnyBlock,
    (() => {
      let made = 0
      return () => `n${++made}`
    })(),
  )
  expect(idsOf([copy])).toEqual(['n1', 'n2', 'n3', 'n4'])
})
