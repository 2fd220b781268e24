import { deflateSync, inflateSync } from 'node:zlib'
import { type RawBuilder, sql } from 'kysely'
import { errorText, fail } from '#kernel/errors.ts'
import { type AnyBlock, allBlocks } from '../rules/blocks.ts'
import type { NamedRecords } from '../rules/resolve.ts'
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
