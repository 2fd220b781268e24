import type { HtmlMode } from '#kernel/html.ts'

/** A setting of a block. The form of a block is made from these, and a test holds them against what the server takes. */
export type BlockField = { name: string; label: string; hint?: string } & (
  | { kind: 'html'; mode: HtmlMode }
  | { kind: 'mode_html' }
  | { kind: 'line' | 'lines'; max: number; recommended?: number; isRequired?: boolean }
  | { kind: 'number'; min: number; max: number }
  | { kind: 'choice'; options: readonly Choice[] }
  | { kind: 'switch' }
  | { kind: 'icon' }
  | { kind: 'picture' }
  | { kind: 'video' }
  | { kind: 'anchor' }
  | { kind: 'link'; isOptional?: boolean }
  | { kind: 'items'; noun: string; max: number; fields: readonly BlockField[]; fresh: Record<string, unknown> }
  | { kind: 'records'; list: RecordList }
  | { kind: 'record'; list: RecordList }
  | { kind: 'course_filter' }
  | { kind: 'article_category' }
)
export type Choice = readonly [value: string, label: string]
export type RecordList = 'promo-buttons' | 'question-categories' | 'widgets'

export type BlockKind = {
  type: string
  label: string
  /** What it is for, in the dialog that adds it. */
  text: string
  group: 'Text' | 'Media' | 'Buttons and links' | 'Lists that fill themselves'
  fields: readonly BlockField[]
  /** What a new one begins with; settings that are not named have the server's own defaults. */
  fresh: Record<string, unknown>
}
