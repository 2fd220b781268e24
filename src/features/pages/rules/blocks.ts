import { ICONS } from '#kernel/format/icon-names.ts'

/** What a page is made of, as the page builder keeps it: each block has a type and props with an id (PGB-020, PGB-021). */

export const LAYOUTS = ['1', '2', '3', '4', '4-6', '6-4'] as const
export type Layout = (typeof LAYOUTS)[number]
/** How many columns a section has. */
export const columnsOf = (layout: Layout): number => (layout.includes('-') ? 2 : Number(layout))

export const SLOTS = ['column_1', 'column_2', 'column_3', 'column_4'] as const
export const TONES = ['plain', 'surface', 'soft', 'brand', 'dark', 'accent'] as const
export const VISIBILITIES = ['all', 'page', 'card'] as const
export type Visibility = (typeof VISIBILITIES)[number]
export const ALIGNS = ['left', 'center', 'right'] as const
export { ICONS }
export type IconName = (typeof ICONS)[number]

/** Where a link leads, whether into a new window (PGB-023), and whether search engines follow it (PGB-025). */
export type BlockLink = { href: string; target: 'current' | 'new'; follow: 'dofollow' | 'nofollow' }

/** The attributes of a link: a new window gets noopener (PGB-024), nofollow is written literally (SEO-024). */
export const linkAttributes = ({ target, follow }: Pick<BlockLink, 'target' | 'follow'>) => {
  const rel = [target === 'new' && 'noopener', follow === 'nofollow' && 'nofollow'].filter(Boolean).join(' ')
  return { ...(target === 'new' && { target: '_blank' }), ...(rel && { rel }) }
}

type Place = 'page' | 'card'

/** Whether a block of this visibility shows at a place (PGB-026, PGB-027). */
export const isShownAt = (visibility: Visibility | undefined, place: Place): boolean =>
  visibility === undefined || visibility === 'all' || visibility === place

export type AnyBlock = { type: string; props: Record<string, unknown> & { id: string; visibility?: Visibility } }

const isBlock = (value: unknown): value is AnyBlock =>
  typeof value === 'object' && value !== null && typeof (value as AnyBlock).type === 'string'

/** Every block with those inside it, in the order in which they stand. */
export function* allBlocks(blocks: readonly AnyBlock[]): Generator<AnyBlock> {
  for (const block of blocks) {
    yield block
    for (const slot of SLOTS) {
      const inside = block.props[slot]
      if (Array.isArray(inside)) yield* allBlocks(inside.filter(isBlock))
    }
  }
}

/** The blocks changed one by one, inside ones first; a block for which nothing comes back is left out. */
export const mapBlocks = (blocks: readonly AnyBlock[], change: (block: AnyBlock) => readonly AnyBlock[]): AnyBlock[] =>
  blocks.flatMap((block) => {
    const slots = SLOTS.flatMap((slot) => {
      const inside = block.props[slot]
      return Array.isArray(inside) ? [[slot, mapBlocks(inside.filter(isBlock), change)] as const] : []
    })
    const changed = slots.length > 0 ? { ...block, props: { ...block.props, ...Object.fromEntries(slots) } } : block
    return change(changed)
  })
