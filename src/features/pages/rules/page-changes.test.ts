import { describe, expect, test } from 'vitest'
import type { AnyBlock } from './blocks.ts'
import { pageChanges } from './page-changes.ts'

const heading = (id: string, text = id): AnyBlock => ({
  type: 'Heading',
  props: { id, html: `<h2>${text}</h2>`, align: 'left' },
})
const section = (id: string, ...columns: AnyBlock[][]): AnyBlock => ({
  type: 'Section',
  props: { id, layout: '2', column_1: columns[0] ?? [], column_2: columns[1] ?? [] },
})
const page = (components: AnyBlock[], more = {}) => ({ title: 'About', show_header: true, ...more, components })
const kindsOf = (before: AnyBlock[], after: AnyBlock[]) =>
  pageChanges(page(before), page(after)).blocks.map(({ kind, block }) => `${kind} ${block.props.id}`)

describe('two versions of a page, compared block by block (PGB-047)', () => {
  test('the same blocks differ in nothing, whatever the order of their settings', () => {
    const other = { type: 'Heading', props: { align: 'left', html: '<h2>a</h2>', id: 'a' } } as AnyBlock
    expect(pageChanges(page([heading('a')]), page([other]))).toEqual({ page: [], blocks: [] })
  })

  test.each([
    ['one added on top moves none', ['a', 'b'], ['c', 'a', 'b'], ['added c']],
    ['one taken out moves none', ['a', 'b', 'c'], ['a', 'c'], ['removed b']],
    ['one moved up is the only one that moved', ['a', 'b', 'c', 'd'], ['d', 'a', 'b', 'c'], ['moved d']],
  ])('%s', (_, before, after, changes) => {
    expect(
      kindsOf(
        before.map((id) => heading(id)),
        after.map((id) => heading(id)),
      ),
    ).toEqual(changes)
  })

  test('a block that goes into another column has moved, and its section has not changed', () => {
    expect(kindsOf([section('s', [heading('a')], [])], [section('s', [], [heading('a')])])).toEqual(['moved a'])
    expect(kindsOf([section('s', [heading('a')])], [section('s'), heading('a')])).toEqual(['moved a'])
  })

  test('what a changed block says is told as the words before and after, with choices by their names', () => {
    const after = { ...heading('a', 'New <em>words</em>') }
    after.props = { ...after.props, align: 'center' }
    expect(pageChanges(page([heading('a', 'Old')]), page([after])).blocks).toMatchObject([
      {
        kind: 'changed',
        differences: [
          { label: 'Heading', before: 'Old', after: 'New words' },
          { label: 'Alignment', before: 'Left', after: 'Center' },
        ],
      },
    ])
    const bold = heading('a', '<strong>Old</strong>')
    expect(pageChanges(page([heading('a', 'Old')]), page([bold])).blocks[0]?.differences[0]?.after).toBe(
      'Old (formatted differently)',
    )
  })

  test('fields of the page are told apart from its blocks, and an empty one is no change of a missing one', () => {
    const changes = pageChanges(
      page([], { custom_page_title: null, meta_title: 'Old' }),
      page([], { custom_page_title: '', meta_title: 'New', show_header: false }),
    )
    expect(changes.page).toEqual([
      { name: 'show_header', label: 'Show the portal’s header', before: 'Yes', after: 'No' },
      { name: 'meta_title', label: 'Meta title', before: 'Old', after: 'New' },
    ])
  })

  test('a block of another kind under the same id is another block', () => {
    const other: AnyBlock = { type: 'Alert', props: { id: 'a', title: 'Note' } }
    expect(kindsOf([heading('a')], [other])).toEqual(['added a'])
  })
})
