import { type AnyBlock, mapBlocks } from './blocks.ts'

type PromoButton = { id: number; title: string; link: string }
/** Widgets as their blocks, and promo buttons, each by its id. */
export type NamedRecords = { widgets: Record<string, AnyBlock[]>; buttons: Record<string, PromoButton> }

const numbersOf = (block: AnyBlock, name: string): number[] =>
  [block.props[name]].flat().filter((value): value is number => typeof value === 'number')

/**
 * Blocks as they are shown: the blocks of a widget stand in its place, promo buttons carry their words and links. What
 * names a record that is gone is left out; a widget within a widget is not followed.
 */
export const resolveBlocks = (stored: unknown, { widgets, buttons }: NamedRecords): AnyBlock[] => {
  const withButtons = (block: AnyBlock): AnyBlock[] => {
    if (block.type !== 'PromoButtons') return [block]
    const items = numbersOf(block, 'promo_button_ids').flatMap((id) => buttons[id] ?? [])
    return items.length > 0 ? [{ ...block, props: { ...block.props, items } }] : []
  }
  return mapBlocks((Array.isArray(stored) ? stored : []) as AnyBlock[], (block) => {
    if (block.type !== 'Widget') return withButtons(block)
    const inside = (widgets[Number(block.props['widget_id'])] ?? []).filter(({ type }) => type !== 'Widget')
    return mapBlocks(inside, withButtons).map((each) => renamed(each, block.props.id))
  })
}

/** A block of a widget on a page: a page can contain the same widget twice, and ids are unique. */
const renamed = (block: AnyBlock, place: string): AnyBlock => ({
  ...block,
  props: { ...block.props, id: `${place}-${block.props.id}` },
})

/** The ids of the widgets and promo buttons that blocks name, each once. */
export const namedIds = (blocks: readonly AnyBlock[]): { widget_ids: number[]; promo_button_ids: number[] } => {
  const widgets = new Set<number>()
  const buttons = new Set<number>()
  mapBlocks(blocks, (block) => {
    for (const id of numbersOf(block, 'widget_id')) widgets.add(id)
    for (const id of numbersOf(block, 'promo_button_ids')) buttons.add(id)
    return [block]
  })
  return { widget_ids: [...widgets], promo_button_ids: [...buttons] }
}
