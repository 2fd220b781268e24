import type { MediaType } from '#kernel/uploads/uploads.ts'

/** What may stand in a course's outline (LRN-001). */
export const ITEM_TYPES = ['Module', 'Exam', 'Survey', 'Assignment', 'CloudScormModule', 'ScormModule'] as const
export type ItemType = (typeof ITEM_TYPES)[number]

/** What may stand in a module (LRN-003). */
export const MODULE_ITEM_TYPES = ['Text', 'Document', 'Audio', 'Video'] as const
export type ModuleItemType = (typeof MODULE_ITEM_TYPES)[number]

/** How the calls name each type of outline item (BLD-038). */
export const ITEM_PATHS = {
  Module: 'modules',
  Exam: 'exams',
  Survey: 'surveys',
  Assignment: 'assignments',
  CloudScormModule: 'cloud-scorm-modules',
  ScormModule: 'scorm-modules',
} as const satisfies Record<ItemType, string>
export type ItemPath = (typeof ITEM_PATHS)[ItemType]

/** How the calls name each type of module item (BLD-041). */
export const MODULE_ITEM_PATHS = {
  Text: 'text',
  Document: 'document',
  Audio: 'audio',
  Video: 'video',
} as const satisfies Record<ModuleItemType, string>

/** The title people read; a Text item without one is called "Module Text Info" (LRN-004), any other by its type. */
export const moduleItemTitle = (type: ModuleItemType, title: string | null): string =>
  title?.trim() || (type === 'Text' ? 'Module Text Info' : type)

/** The kinds of files a Document and an Audio item may show (BLD-017, UPL-013). */
export const FILE_TYPES: Partial<Record<ModuleItemType, readonly MediaType[]>> = {
  Document: ['pdf', 'docs'],
  Audio: ['audio'],
  Video: ['video'],
}

/** The types of module items that have captions (BLD-070). */
export const hasCaptions = (type: ModuleItemType): boolean => type === 'Audio' || type === 'Video'
