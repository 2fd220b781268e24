import { expect, test } from 'vitest'
// The schemas clean formatted texts with it.
import '#kernel/html.ts'
import type { BlockField, BlockKind } from '../rules/block-fields.ts'
import { BLOCK_KINDS, SECTION } from '../rules/block-kinds.ts'
import { type AnyBlock, allBlocks } from '../rules/blocks.ts'
import { blockFaults } from '../rules/faults.ts'
import { change, withNewIds } from '../rules/operations.ts'
import { PAGE_TEMPLATES, SECTION_TEMPLATES } from '../rules/templates.ts'
import { Blocks } from './block-schemas.ts'

const KINDS = [SECTION, ...BLOCK_KINDS]
const fresh = ({ type, fresh: props }: BlockKind): AnyBlock => ({ type, props: { ...props, id: 'x' } })
const kept = (block: AnyBlock) => Blocks.parse([block])[0]?.props as unknown as Record<string, unknown>

test('there are the fifteen content blocks, the widget and the section (PGB-020, PGB-021)', () => {
  expect(BLOCK_KINDS.map(({ type }) => type).toSorted()).toEqual(
    [
      ...['Heading', 'EditorText', 'Image', 'Video', 'Alert', 'Carousel', 'PromoButtons', 'Icon', 'Buttons', 'Chip'],
      ...['CoursesCollection', 'BundlesCollection', 'States', 'Faqs', 'BlogCollection', 'Widget'],
    ].toSorted(),
  )
})

test.each(KINDS.map((kind) => [kind.type, kind] as const))(
  'every setting of %s that is kept can be changed, and a new one is kept as it begins',
  (_, kind) => {
    const props = kept(fresh(kind))
    const settings = Object.keys(props).filter((name) => !['id', 'visibility'].includes(name) && !/^column_/.test(name))
    expect(kind.fields.map(({ name }) => name).toSorted()).toEqual(settings.toSorted())
    expect(props).toMatchObject(kind.fresh)
    expect(blockFaults(fresh(kind))).toEqual([])
  },
)

const choices = KINDS.flatMap((kind) =>
  kind.fields.flatMap((field) =>
    field.kind === 'choice' ? field.options.map(([value]) => [kind.type, field.name, value, kind] as const) : [],
  ),
)
test.each(choices)('%s takes the %s %s', (_, name, value, kind) => {
  expect(kept(change([fresh(kind)], 'x', name, value)[0] as AnyBlock)[name]).toBe(value)
})

const text = (length: number) => 'x'.repeat(length)
const limited = (fields: readonly BlockField[]) =>
  fields.flatMap((field) =>
    field.kind === 'line' || field.kind === 'lines' || field.kind === 'number'
      ? [{ name: field.name, max: field.max, isNumber: field.kind === 'number' }]
      : [],
  )
test.each(KINDS.flatMap((kind) => limited(kind.fields).map((field) => [kind.type, field.name, kind, field] as const)))(
  '%s takes the %s up to its limit and not beyond (PGB-007)',
  (_, name, kind, { max, isNumber }) => {
    const taken = (value: unknown) => Blocks.safeParse(change([fresh(kind)], 'x', name, value)).success
    expect([taken(isNumber ? max : text(max)), taken(isNumber ? max + 1 : text(max + 1))]).toEqual([true, false])
  },
)

const link = (href: string) => ({ href, target: 'current', follow: 'dofollow' })
const FAULTY: [string, string, unknown, boolean][] = [
  ['Image', 'src', '/api/v1/media/x', true],
  ['Image', 'src', 'javascript:alert(1)', false],
  ['Image', 'src', '//evil.example', false],
  ['Image', 'link', link('https://example.com/a?b=c'), true],
  ['Image', 'link', link('java\nscript:alert(1)'), false],
  ['Image', 'link', null, true],
  ['Video', 'video', 'https://vimeo.com/76979871', true],
  ['Video', 'video', 'https://example.com/video.mp4', false],
  ['Buttons', 'items', [{ label: '', look: 'primary', link: link('/course') }], false],
  ['Buttons', 'items', [{ label: 'Go', look: 'primary', link: link('') }], false],
  ['Buttons', 'items', [{ label: 'Go', look: 'primary', link: link('#offers') }], true],
  ['Chip', 'items', [{ label: 'Go', link: null }], true],
  ['Carousel', 'slides', [{ title: 'A', text: '', src: '', alt: '', link: null }], true],
  ['Carousel', 'slides', [{ title: 'A', text: '', src: 'data:text/html,x', alt: '', link: null }], false],
  ['Section', 'anchor', 'offers-2026', true],
  ['Section', 'anchor', 'Offers 2026', false],
]
test.each(FAULTY)('%s with %s %j: the builder says what the server would (%s)', (type, name, value, isTaken) => {
  const kind = KINDS.find((each) => each.type === type) as BlockKind
  const block = change([fresh(kind)], 'x', name, value)[0] as AnyBlock
  expect([Blocks.safeParse([block]).success, blockFaults(block).length === 0]).toEqual([isTaken, isTaken])
})

test('every template is kept as it stands (PGB-043)', () => {
  let made = 0
  for (const { key, blocks } of [...PAGE_TEMPLATES, ...SECTION_TEMPLATES]) {
    const page = blocks.map((block) => withNewIds(block, () => `n${++made}`))
    const result = Blocks.safeParse(page)
    expect(result.success, key).toBe(true)
    expect([...allBlocks(result.data as unknown as AnyBlock[])]).toHaveLength([...allBlocks(page)].length)
  }
})
