import {
  type Icon,
  IconBook,
  IconCloudCheck,
  IconFile,
  IconFileText,
  IconHelpCircle,
  IconMusic,
  IconPackage,
  IconPencil,
  IconSchool,
  IconVideo,
} from '#ui/icons.tsx'
import type { ItemType, ModuleItemType } from '../rules/item-types.ts'

/** Whatever can stand in an outline: in the course itself, or in one of its modules. */
export type Kind = ItemType | ModuleItemType

type Look = { name: string; icon: Icon }

/** What authors read of each kind of item (EXM-002), and its icon. */
export const KINDS: Record<Kind, Look> = {
  Module: { name: 'Module', icon: IconBook },
  Exam: { name: 'Exam', icon: IconSchool },
  Survey: { name: 'Knowledge check', icon: IconHelpCircle },
  Assignment: { name: 'Assignment', icon: IconPencil },
  ScormModule: { name: 'SCORM module', icon: IconPackage },
  CloudScormModule: { name: 'Cloud SCORM module', icon: IconCloudCheck },
  Text: { name: 'Text', icon: IconFileText },
  Document: { name: 'Document', icon: IconFile },
  Audio: { name: 'Audio', icon: IconMusic },
  Video: { name: 'Video', icon: IconVideo },
}

/** What people read of a stored type, such as `Survey` or `ModuleText`. */
export const kindName = (type: string): string => KINDS[type.replace(/^Module(?=.)/, '') as Kind]?.name ?? type

/** The name within a sentence. */
export const kindWord = (kind: Kind): string => {
  const { name } = KINDS[kind]
  return kind === 'ScormModule' ? name : name.charAt(0).toLowerCase() + name.slice(1)
}

/** The order in which they are offered. */
export const OFFERED: readonly ItemType[] = [
  'Module',
  'Exam',
  'Survey',
  'Assignment',
  'ScormModule',
  'CloudScormModule',
]

/** The addresses where an outline and its items are edited. */
export const outlinePath = (slug: string): string => `/courses/builder/${slug}/outline/items`
export const itemPath = (slug: string, kind: Kind, id: number): string =>
  `/courses/builder/${slug}/outline/${kind}/${id}`
