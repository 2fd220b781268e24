import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { fromLocalInput, toLocalInput } from './form/fields.tsx'
import { rulesText } from './form/file-drop.tsx'
import { startValues } from './form/use-record-form.ts'
import { Stats, sparkPoints } from './list/data-list.tsx'
import { wordOf } from './status-badge.tsx'
import { nextTab } from './tabs.tsx'

test('a form starts with the record’s values, and with defaults where there are none (VAL-003)', () => {
  const defaults = { title: '', price: '' as number | '', tags: [] as string[], is_active: true }
  expect(startValues(defaults, null)).toEqual(defaults)
  const record = { title: 'A', price: 0, tags: undefined, is_active: false, id: 7 }
  expect(startValues(defaults, record)).toEqual({ title: 'A', price: 0, tags: [], is_active: false })
})

test('a time is converted to the local time field and back to the same minute (UIX-020)', () => {
  const moment = '2026-07-04T12:30:00.000Z'
  expect(toLocalInput(moment)).toMatch(/^2026-07-0[345]T\d\d:\d\d$/)
  expect(fromLocalInput(toLocalInput(moment))).toBe(moment)
  expect(toLocalInput('nonsense')).toBe('')
  expect(fromLocalInput('')).toBe('')
})

test('arrow keys wrap around in a row of tabs (UIX-032)', () => {
  expect(nextTab(0, 'ArrowRight', 3)).toBe(1)
  expect(nextTab(2, 'ArrowRight', 3)).toBe(0)
  expect(nextTab(0, 'ArrowLeft', 3)).toBe(2)
  expect(nextTab(1, 'Home', 3)).toBe(0)
  expect(nextTab(1, 'End', 3)).toBe(2)
  expect(nextTab(1, 'a', 3)).toBeNull()
})

test('a stored state reads as a word', () => {
  expect(['not_started', 'published', 'coming-soon', 'PAID'].map(wordOf)).toEqual([
    'Not started',
    'Published',
    'Coming soon',
    'Paid',
  ])
})

test('a file drop area says what it accepts (UPL-009, UPL-012)', () => {
  expect(rulesText({ extensions: ['png', 'jpg'], width: 1123, height: 794 })).toBe(
    'png, jpg; up to 20 MB, 1123x794 pixels',
  )
  expect(rulesText({ extensions: ['zip'], maxSize: 10_737_418_240 })).toBe('zip; up to 10 GB')
})

test('the sparkline runs from the first to the last value between bottom and top', () => {
  expect(sparkPoints([0, 5, 10])).toEqual([
    [0, 28],
    [50, 15],
    [100, 2],
  ])
  expect(sparkPoints([4, 4]).map(([, y]) => y)).toEqual([15, 15])
})

test('a figure knows its longest word, which determines a size that keeps it unbroken (UIX-032)', () => {
  const lengths = ['$2,182,956.00', 'Growing Business', '8'].map((value) => {
    const text = renderToStaticMarkup(createElement(Stats, { items: [{ label: 'Figure', value }] }))
    return Number(/--length:(\d+)/.exec(text)?.[1])
  })
  expect(lengths).toEqual([13, 8, 1])
})
