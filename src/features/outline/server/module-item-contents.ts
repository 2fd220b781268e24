import { requireMaterials } from '#features/media/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { errorText, fail } from '#kernel/errors.ts'
import { cleanHtmlOrNull } from '#kernel/html.ts'
import { parseVideoLink } from '#kernel/uploads/video.ts'
import type { Tx } from '#platform/db/db.ts'
import { FILE_TYPES, type ModuleItemType } from '../rules/item-types.ts'
import type { ModuleItemContent } from './authoring-store.ts'

/** What a call may say of a module item, whatever its type. */
export type ModuleItemFields = {
  title?: string | null | undefined
  text?: string | undefined
  media_uuid?: string | undefined
  video?: string | undefined
}

const invalid = (field: string, code: 'required' | 'video_link_invalid') =>
  fail('invalid', { fields: { [field]: [errorText(code)] } })

/**
 * The columns that a call sets: formatted text is cleaned and must not be empty, a file must be in the library and of
 * the item's type, a video link is kept as provider and id (BLD-017, BLD-018, PGB-034, VAL-028).
 */
export const contentOf = async (
  tx: Tx,
  ctx: SignedIn,
  type: ModuleItemType,
  { title, text, media_uuid: uuid, video: link }: ModuleItemFields,
): Promise<ModuleItemContent> => {
  const content: ModuleItemContent = {}
  if (title !== undefined) content.title = title || null
  if (text !== undefined) {
    const clean = cleanHtmlOrNull('full', text)
    if (clean === null) throw invalid('text', 'required')
    content.text = clean
  }
  if (uuid !== undefined) {
    const materials = await requireMaterials(tx, ctx, [{ field: 'media_uuid', uuid, types: FILE_TYPES[type] ?? [] }])
    const media = materials.get(uuid)
    if (media) content.media_id = media.id
  }
  if (link !== undefined) {
    const video = parseVideoLink(link)
    if (!video) throw invalid('video', 'video_link_invalid')
    content.video_provider = video.provider
    content.video_id = video.id
    content.video_hash = video.hash
  }
  return content
}
