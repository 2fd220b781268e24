import { PUBLICATION } from '#kernel/product/statuses.ts'
import type { AnyBlock } from './blocks.ts'

/** What marks a file of this page builder (PGB-016). */
export const FILE_MARK = { version: 1, key: 'page-builder' } as const

/** The fields of a page that a file may hold, each with whether a value is one of it (PGB-001, PGB-018). */
const isText = (value: unknown) => value === null || typeof value === 'string'
const isSwitch = (value: unknown) => typeof value === 'boolean'
const FIELDS: Record<string, (value: unknown) => boolean> = {
  title: isText,
  custom_page_title: isText,
  meta_title: isText,
  meta_description: isText,
  seo_keywords: isText,
  publication_status: (value) => value === PUBLICATION.draft || value === PUBLICATION.published,
  button_name: isText,
  show_header: isSwitch,
  show_footer: isSwitch,
  components: Array.isArray,
  seo_image: isText,
}

type Values = Record<string, unknown>
const isRecord = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
const allowed = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(FIELDS)
      .filter(([name, fits]) => Object.hasOwn(values, name) && fits(values[name]))
      .map(([name]) => [name, values[name] ?? '']),
  )

/** A larger file is no page: the server keeps none of that size. */
export const MOST_FILE_BYTES = 4 << 20

/** The file of a page: the marker, then its fields (PGB-015). */
export const pageFile = (values: Values): string => JSON.stringify({ ...FILE_MARK, ...allowed(values) }, null, 2)
export const pageFileName = (slug: string): string => `${slug}.json`

/** The fields in a file; null if it is none of this page builder's (PGB-017 to PGB-019). */
export const readPageFile = (text: string): Values | null => {
  const file = text.length > MOST_FILE_BYTES ? null : parsed(text)
  if (!isRecord(file) || file['key'] !== FILE_MARK.key || file['version'] !== FILE_MARK.version) return null
  return Array.isArray(file['components']) ? allowed(file) : null
}

const CLIPBOARD_KEY = 'page-builder-blocks'

/** Blocks as they lie in the clipboard: text, so that they can be pasted into any page of any portal. */
export const clipboardText = (blocks: readonly AnyBlock[]): string =>
  JSON.stringify({ version: FILE_MARK.version, key: CLIPBOARD_KEY, components: blocks })

/** The blocks in a text from the clipboard; null if it holds none. */
export const readClipboard = (text: string): unknown[] | null => {
  if (!text.startsWith('{') || text.length > MOST_FILE_BYTES) return null
  const copied = parsed(text)
  if (!isRecord(copied) || copied['key'] !== CLIPBOARD_KEY || copied['version'] !== FILE_MARK.version) return null
  return Array.isArray(copied['components']) ? copied['components'] : null
}
