import { deflateSync, inflateSync } from 'node:zlib'
import { errorText, fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db.ts'
import { type AnyBlock, allBlocks, mapBlocks } from '../rules/blocks.ts'
import { Blocks } from './block-schemas.ts'

/** The most bytes that compressed blocks may unfold to. */
const MOST_BYTES = 4 << 20

const refuse = () => fail('invalid', { fields: { components: [errorText('invalid')] } })

/** Checked and cleaned blocks (PGB-031 to PGB-034); anything else answers 422 with the field `components`. */
export const cleanBlocks = (given: unknown): AnyBlock[] => {
  const { data, success } = Blocks.safeParse(given)
  if (!success) throw refuse()
  const ids = [...allBlocks(data as AnyBlock[])].map(({ props }) => props.id)
  if (new Set(ids).size < ids.length) throw refuse()
  return data as AnyBlock[]
}

const unpack = (packed: string): unknown => {
  try {
    return JSON.parse(inflateSync(Buffer.from(packed, 'base64'), { maxOutputLength: MOST_BYTES }).toString('utf8'))
  } catch {
    throw refuse()
  }
}

/** Blocks as compressed text: deflate, written as base64 (PGB-003). */
export const packBlocks = (blocks: readonly AnyBlock[]): string =>
  deflateSync(JSON.stringify(blocks)).toString('base64')

/** Both forms of sent components: the cleaned blocks, and their compressed form where they came compressed (PGB-003). */
export const readComponents = (sent: unknown): { components: string; packed: string | null } => {
  const isPacked = typeof sent === 'string'
  const blocks = cleanBlocks(isPacked ? unpack(sent) : sent)
  return { components: JSON.stringify(blocks), packed: isPacked ? packBlocks(blocks) : null }
}

const numbersOf = (block: AnyBlock, name: string): number[] =>
  [block.props[name]].flat().filter((value): value is number => typeof value === 'number')

const loadWidgets = async (tx: Tx, portalId: number, blocks: readonly AnyBlock[]): Promise<Map<number, AnyBlock[]>> => {
  const ids = [...allBlocks(blocks)].flatMap((block) => (block.type === 'Widget' ? numbersOf(block, 'widget_id') : []))
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('widgets')
    .select(['id', 'components'])
    .where('portal_id', '=', portalId)
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.id, row.components as unknown as AnyBlock[]]))
}

const loadPromoButtons = async (tx: Tx, portalId: number, blocks: readonly AnyBlock[]) => {
  const ids = [...allBlocks(blocks)].flatMap((block) =>
    block.type === 'PromoButtons' ? numbersOf(block, 'promo_button_ids') : [],
  )
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('promo_buttons')
    .select(['id', 'title', 'link', 'link_target', 'follow', 'colour', 'icon'])
    .where('portal_id', '=', portalId)
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * Blocks as they are shown: the blocks of a widget stand in its place, promo buttons carry their words and links. What
 * names a record that is gone is left out; a widget within a widget is not followed.
 */
export const resolveBlocks = async (tx: Tx, portalId: number, kept: unknown): Promise<AnyBlock[]> => {
  const blocks = (Array.isArray(kept) ? kept : []) as AnyBlock[]
  const widgets = await loadWidgets(tx, portalId, blocks)
  const placed = mapBlocks(blocks, (block) => {
    if (block.type !== 'Widget') return [block]
    const inside = widgets.get(Number(block.props.widget_id)) ?? []
    return inside.filter(({ type }) => type !== 'Widget').map((each) => renamed(each, block.props.id))
  })
  const buttons = await loadPromoButtons(tx, portalId, placed)
  return mapBlocks(placed, (block) => {
    if (block.type !== 'PromoButtons') return [block]
    const items = numbersOf(block, 'promo_button_ids').flatMap((id) => buttons.get(id) ?? [])
    return items.length > 0 ? [{ ...block, props: { ...block.props, items } }] : []
  })
}

/** A block of a widget that stands on a page: one widget may stand there twice, and ids are unique. */
const renamed = (block: AnyBlock, place: string): AnyBlock => ({
  ...block,
  props: { ...block.props, id: `${place}-${block.props.id}` },
})
