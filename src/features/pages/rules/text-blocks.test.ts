import { expect, test } from 'vitest'
import { blocksOf, textOf } from './text-blocks.ts'

test('a page with one text is edited as text, and any other in the builder (PAR-013, PGB-035)', () => {
  expect(textOf([])).toBe('')
  expect(textOf(blocksOf('<p>Ropes</p>'))).toBe('<p>Ropes</p>')
  const [text] = blocksOf('<p>Ropes</p>')
  for (const other of [
    [text, text],
    [{ type: 'Heading', props: { id: 'h', html: '<h2>Ropes</h2>' } }],
    [{ type: 'EditorText', props: { id: 't', mode: 'heading', html: '<h2>Ropes</h2>' } }],
    'eJyLjgUAARUAuQ==',
    null,
  ])
    expect(textOf(other)).toBeNull()
  expect(blocksOf(null)).toEqual([])
})
