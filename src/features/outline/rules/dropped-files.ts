import { ZIP_RULE } from '#kernel/uploads/resumable-uploads.ts'
import {
  allowedExtensions,
  checkUpload,
  extensionOf,
  type UploadFile,
  type UploadRule,
  uploadTypeOf,
} from '#kernel/uploads/uploads.ts'
import type { ModuleItemType } from './item-types.ts'

/** What a file becomes in an outline (BLD-089). */
export type FileKind = Exclude<ModuleItemType, 'Text'> | 'ScormModule'

/** What items show. */
const SHOWN: UploadRule = { types: ['pdf', 'docs', 'audio', 'video'] }
/** What the system's own dialog offers: what items show, and packages. */
export const DROPPED_UPLOADS: UploadRule = { extensions: [...allowedExtensions(SHOWN), ...ZIP_RULE.extensions] }

/** The kind of item that shows a file of this name, or null if none does. */
export const kindOfFile = (name: string): FileKind | null => {
  if (extensionOf(name) === 'zip') return 'ScormModule'
  const type = uploadTypeOf(name)
  if (type === 'pdf' || type === 'docs') return 'Document'
  return type === 'audio' ? 'Audio' : type === 'video' ? 'Video' : null
}

/** Why a file cannot become an item, or null (UPL-009 to UPL-011). */
export const refusalOfFile = (file: UploadFile): string | null => {
  if (uploadTypeOf(file.name) === 'img')
    return `${file.name} is a picture. Pictures belong in texts: open a text, and add it there.`
  const rule = kindOfFile(file.name) === 'ScormModule' ? ZIP_RULE : SHOWN
  return checkUpload(file, rule)?.message ?? null
}

/** How people call a file: without its ending, and without the hyphens of addresses. */
export const titleOfFile = (name: string): string =>
  name
    .replace(/\.[^.]+$/, '')
    .replaceAll(/[-_]+/g, ' ')
    .trim()
    .slice(0, 200)
