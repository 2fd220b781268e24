import { expect, test } from 'vitest'
import { type AnyBlock, allBlocks, columnsOf, isShownAt, LAYOUTS, linkAttributes, mapBlocks } from './blocks.ts'

const heading = (id: string): AnyBlock => ({ type: 'Heading', props: { id, html: '<h2>x</h2>' } })
const section = (id: string, ...inside: AnyBlock[]): AnyBlock => ({
  type: 'Section',
  props: { id, layout: '2', column_1: inside.slice(0, 1), column_2: inside.slice(1) },
})

test('the layouts of a section have one to four columns (PGB-021)', () => {
  expect(LAYOUTS.map((layout) => [layout, columnsOf(layout)])).toEqual([
    ['1', 1],
    ['2', 2],
    ['3', 3],
    ['4', 4],
    ['4-6', 2],
    ['6-4', 2],
  ])
})

test.each([
  ['current', 'dofollow', {}],
  ['new', 'dofollow', { target: '_blank', rel: 'noopener' }],
  ['current', 'nofollow', { rel: 'nofollow' }],
  ['new', 'nofollow', { target: '_blank', rel: 'noopener nofollow' }],
] as const)('a link into the %s window with %s (PGB-023, PGB-024, PGB-025, SEO-024)', (target, follow, attributes) => {
  expect(linkAttributes({ target, follow })).toEqual(attributes)
})

test.each([
  [undefined, true, true],
  ['all', true, true],
  ['page', true, false],
  ['card', false, true],
] as const)('visibility %s shows on the page: %s, on the card: %s (PGB-026, PGB-027)', (visibility, page, card) => {
  expect([isShownAt(visibility, 'page'), isShownAt(visibility, 'card')]).toEqual([page, card])
})

test('blocks are visited with those inside them, in order', () => {
  const blocks = [heading('a'), section('b', heading('c'), heading('d')), heading('e')]
  expect([...allBlocks(blocks)].map(({ props }) => props.id)).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test('blocks are changed, removed or replaced, even inside sections', () => {
  const blocks = [section('b', heading('c'), heading('d')), heading('e')]
  const changed = mapBlocks(blocks, (block) =>
    block.props.id === 'c' ? [] : block.props.id === 'e' ? [heading('f'), heading('g')] : [block],
  )
  expect([...allBlocks(changed)].map(({ props }) => props.id)).toEqual(['b', 'd', 'f', 'g'])
  expect(blocks[0]?.props.column_1).toHaveLength(1)
})
