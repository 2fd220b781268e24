import type { ErrorCode } from '#kernel/errors.ts'
import { isUrl, parseVideoLink } from '#kernel/schema.ts'
import type { BlockField } from './block-fields.ts'
import { kindOf } from './block-kinds.ts'
import { type AnyBlock, allBlocks } from './blocks.ts'
import { valueAt } from './operations.ts'

export type Fault = { path: string; code: ErrorCode }

/** Whether a link or picture may have this address: one of this portal, a place on the page, or one of the web (VAL-017). */
export const isAddress = (address: string): boolean =>
  address.length <= 2082 && (/^(?:\/(?!\/)|#)[^\s<>]*$/.test(address) || isUrl(address))

const faultOf = (field: BlockField, value: unknown): ErrorCode | null => {
  const text = typeof value === 'string' ? value.trim() : ''
  if (field.kind === 'line' && field.isRequired && !text) return 'required'
  if (field.kind === 'picture' && text && !isAddress(text)) return 'url_invalid'
  if (field.kind === 'video' && text && parseVideoLink(text) === null) return 'video_link_invalid'
  if (field.kind === 'anchor' && !/^[a-z0-9-]{0,60}$/.test(text)) return 'invalid'
  return null
}

const faultsIn = (fields: readonly BlockField[], props: unknown, before = ''): Fault[] =>
  fields.flatMap((field): Fault[] => {
    const path = `${before}${field.name}`
    const value = valueAt(props, field.name)
    if (field.kind === 'link') {
      const href = String(valueAt(value, 'href') ?? '').trim()
      if (!href) return field.isOptional && !value ? [] : [{ path: `${path}.href`, code: 'required' }]
      return isAddress(href) ? [] : [{ path: `${path}.href`, code: 'url_invalid' }]
    }
    if (field.kind === 'items')
      return ((value ?? []) as unknown[]).flatMap((item, at) => faultsIn(field.fields, item, `${path}.${at}.`))
    const code = faultOf(field, value)
    return code ? [{ path, code }] : []
  })

/** What the server would refuse of a block's settings, by the path of the setting. */
export const blockFaults = ({ type, props }: AnyBlock): Fault[] => faultsIn(kindOf(type)?.fields ?? [], props)

/** The first block of a page that the server would refuse. */
export const faultyBlock = (blocks: readonly AnyBlock[]): AnyBlock | null => {
  for (const block of allBlocks(blocks)) if (blockFaults(block).length > 0) return block
  return null
}
