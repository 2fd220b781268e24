import { deflateSync, inflateSync } from 'node:zlib'
import { type RawBuilder, sql } from 'kysely'
import { errorText, fail } from '#kernel/errors.ts'
import { type AnyBlock, allBlocks, mapBlocks } from '../rules/blocks.ts'
import { Blocks } from './block-schemas.ts'

/** The most bytes that compressed blocks may unfold to. */
const MOST_BYTES = 4 << 20

const refuse = () => fail('invalid', { fields: { components: [errorText('invalid')] } })

/** Checked and cleaned blocks (PGB-031 to PGB-034); anything else answers 422 with the field `components`. */
export const cleanBlocks = (input: unknown): AnyBlock[] => {
  const { data, success } = Blocks.safeParse(input)
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

type PromoButton = { id: number; title: string; link: string }
/** Widgets as their blocks, and promo buttons, each by its id. */
export type NamedRecords = { widgets: Record<string, AnyBlock[]>; buttons: Record<string, PromoButton> }

/**
 * The widgets and promo buttons that the blocks of a row name, read in the statement that reads the row. `row` is what the
 * statement calls its table, one with `portal_id` and `components`.
 */
export const namedRecords = (row: string): RawBuilder<NamedRecords> => {
  const [portal, blocks] = [sql.ref(`${row}.portal_id`), sql.ref(`${row}.components`)]
  return sql<NamedRecords>`(
    with placed as materialized (
      select w.id, w.components from widgets w
      where w.portal_id = ${portal}
        and w.id in (select id::bigint from jsonb_path_query(${blocks}, '$.**.widget_id ? (@.type() == "number")') id)
    )
    select jsonb_build_object(
      'widgets', (select coalesce(jsonb_object_agg(id, components), '{}') from placed),
      'buttons', (
        select coalesce(jsonb_object_agg(b.id, jsonb_build_object('id', b.id, 'title', b.title, 'link', b.link,
          'link_target', b.link_target, 'follow', b.follow, 'color', b.color, 'icon', b.icon)), '{}')
        from promo_buttons b
        where b.portal_id = ${portal} and b.id in (
          select id::bigint
          from (select components from placed union all select ${blocks}) as shown(blocks),
            jsonb_path_query(blocks, '$.**.promo_button_ids[*] ? (@.type() == "number")') id
        )
      )
    )
  )`
}

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
    const inside = (widgets[Number(block.props.widget_id)] ?? []).filter(({ type }) => type !== 'Widget')
    return mapBlocks(inside, withButtons).map((each) => renamed(each, block.props.id))
  })
}

/** A block of a widget on a page: a page can contain the same widget twice, and ids are unique. */
const renamed = (block: AnyBlock, place: string): AnyBlock => ({
  ...block,
  props: { ...block.props, id: `${place}-${block.props.id}` },
})
