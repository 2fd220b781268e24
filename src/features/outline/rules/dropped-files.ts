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

/** What of a dropped file is on the server already, and in which module its item is to stand. */
export type MadeOfFile = { media_uuid?: string; scorm_id?: number; scorm_title?: string | null; module_id?: number }
/** How a try to make an item ended: the status of the answer, 0 for none, and the fields that it refuses. */
type Refusal = { status: number; fields: readonly string[] }

/**
 * What the next try of a failed file begins with (BLD-092). Where no answer came, the item may be there: the very same call
 * with the same key finds that out. A call that was refused made nothing, so its item may go elsewhere; only what the
 * server does not take is sent again.
 */
export const keptForRetry = (made: MadeOfFile, { status, fields }: Refusal): MadeOfFile => {
  const isAnswered = status >= 400 && status < 500 && status !== 409
  if (!isAnswered) return made
  const { module_id: _, ...kept } = made
  if (fields.includes('media_uuid')) delete kept.media_uuid
  if (fields.includes('scorm_id')) delete kept.scorm_id
  return kept
}
