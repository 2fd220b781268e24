import { isSameJson, longestRising } from '#kernel/format/compare.ts'
import type { BlockField } from './block-fields.ts'
import { kindOf, plainWords, VISIBILITY } from './block-kinds.ts'
import { type AnyBlock, SLOTS } from './blocks.ts'

/** What two versions of a page say differently, in words that its editors know. */
export type Difference = { name: string; label: string; before: string; after: string }
export type BlockChange = {
  kind: 'added' | 'changed' | 'moved' | 'removed'
  block: AnyBlock
  differences: Difference[]
}
export type PageChanges = { page: Difference[]; blocks: BlockChange[] }

type Page = Record<string, unknown> & { components: readonly AnyBlock[] }

/** What a version keeps of the page itself, in the order of the builder's forms. */
const PAGE_FIELDS: readonly (readonly [name: string, label: string])[] = [
  ['title', 'Title'],
  ['custom_page_title', 'Visible heading'],
  ['button_name', 'Label in navigation'],
  ['show_header', 'Show the portal’s header'],
  ['show_footer', 'Show the portal’s footer'],
  ['meta_title', 'Meta title'],
  ['meta_description', 'Meta description'],
  ['seo_keywords', 'Keywords'],
  ['seo_image', 'Share picture'],
]

const NOTHING = '–'
const LONGEST = 400

const wordsOf = (value: unknown, field?: BlockField): string => {
  if (value === null || value === undefined || value === '') return NOTHING
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (field?.kind === 'choice') return field.options.find(([each]) => each === value)?.[1] ?? String(value)
  if (typeof value === 'string') return plainWords(value).slice(0, LONGEST) || NOTHING
  if (Array.isArray(value)) return value.length === 1 ? '1 entry' : `${value.length} entries`
  if (typeof value === 'object') return String((value as { href?: unknown }).href ?? 'another choice')
  return String(value)
}

const isEmpty = (value: unknown) => value === null || value === undefined || value === ''
const isSame = (one: unknown, other: unknown) => (isEmpty(one) && isEmpty(other)) || isSameJson(one, other)

const isStructure = (name: string) => name === 'id' || (SLOTS as readonly string[]).includes(name)

const blockDifferences = (before: AnyBlock, after: AnyBlock): Difference[] => {
  const fields = [...(kindOf(after.type)?.fields ?? []), VISIBILITY]
  const names = [...new Set([...Object.keys(before.props), ...Object.keys(after.props)])]
  return names
    .filter((name) => !isStructure(name) && !isSame(before.props[name], after.props[name]))
    .map((name) => {
      const field = fields.find((each) => each.name === name)
      const [was, is] = [wordsOf(before.props[name], field), wordsOf(after.props[name], field)]
      // What differs in its form alone, such as bold words, reads the same.
      const isForm = was === is
      return {
        name,
        label: field?.label ?? name.replaceAll('_', ' '),
        before: was,
        after: isForm ? `${is} (formatted differently)` : is,
      }
    })
}

type Placed = { block: AnyBlock; list: string; at: number }

/** Every block with the list that it stands in; a section's columns are lists of their own. */
const placed = (blocks: readonly AnyBlock[], list = ''): Placed[] =>
  blocks.flatMap((block, at) => [
    { block, list, at },
    ...SLOTS.flatMap((slot) =>
      placed((block.props[slot] as AnyBlock[] | undefined) ?? [], `${block.props.id} ${slot}`),
    ),
  ])

/** The blocks that stand elsewhere: in another list, or in another order among those that were beside them before. */
const movedBlocks = (before: Map<string, Placed>, after: readonly Placed[]): Set<string> => {
  const moved = new Set<string>()
  for (const [list, here] of Map.groupBy(after, (each) => each.list)) {
    const stayed = here.flatMap(({ block }) => {
      const was = before.get(block.props.id)
      return was?.list === list ? [was.at] : []
    })
    const kept = longestRising(stayed)
    for (const { block } of here) {
      const was = before.get(block.props.id)
      if (was && (was.list !== list || !kept.has(was.at))) moved.add(block.props.id)
    }
  }
  return moved
}

/**
 * What makes the second version of the first: fields of the page, then its blocks one by one, new and changed ones in the
 * order of the second, and then those that are gone. A block that only stands further down because another was added
 * has not changed.
 */
export const pageChanges = (before: Page, after: Page): PageChanges => {
  const former = new Map(placed(before.components).map((each) => [each.block.props.id, each]))
  const present = placed(after.components)
  const ids = new Set(present.map(({ block }) => block.props.id))
  const moved = movedBlocks(former, present)
  const blocks = present.flatMap(({ block }): BlockChange[] => {
    const was = former.get(block.props.id)
    if (!was || was.block.type !== block.type) return [{ kind: 'added', block, differences: [] }]
    const differences = blockDifferences(was.block, block)
    if (differences.length > 0) return [{ kind: 'changed', block, differences }]
    return moved.has(block.props.id) ? [{ kind: 'moved', block, differences }] : []
  })
  const removed = [...former.values()]
    .filter(({ block }) => !ids.has(block.props.id))
    .map(({ block }): BlockChange => ({ kind: 'removed', block, differences: [] }))
  return {
    page: PAGE_FIELDS.filter(([name]) => !isSame(before[name], after[name])).map(([name, label]) => ({
      name,
      label,
      before: wordsOf(before[name]),
      after: wordsOf(after[name]),
    })),
    blocks: [...blocks, ...removed],
  }
}

export const countChanges = ({ page, blocks }: PageChanges): number => page.length + blocks.length
