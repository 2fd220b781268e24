import { requireMaterials } from '#features/media/server/api.ts'
import { requireTextPictures } from '#features/text-pictures/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { errorText, fail } from '#kernel/errors.ts'
import { cleanHtmlOrNull } from '#kernel/html.ts'
import { parseVideoLink } from '#kernel/uploads/video.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Files } from '#platform/files/files.ts'
import type { CaptionsSent } from '../contract.ts'
import { FILE_TYPES, type ModuleItemType } from '../rules/item-types.ts'
import type { ModuleItemContent } from './authoring-store.ts'
import { captionsOf } from './captions.ts'
import type { ModuleItem } from './store.ts'

/** What a call may say of a module item, whatever its type. */
export type ModuleItemFields = {
  title?: string | null | undefined
  text?: string | undefined
  media_uuid?: string | null | undefined
  video?: string | null | undefined
  captions?: readonly CaptionsSent[] | null | undefined
}

const invalid = (field: string, code: 'required' | 'video_link_invalid') =>
  fail('invalid', { fields: { [field]: [errorText(code)] } })

/**
 * The columns that a call sets: formatted text is cleaned and must not be empty, a file must be in the library and of
 * the item's type, a video link is kept as provider and id (BLD-017, BLD-018, PGB-034, VAL-028).
 */
export const contentOf = async (
  place: { tx: Tx; ctx: SignedIn; files: Files },
  type: ModuleItemType,
  { title, text, media_uuid: uuid, video: link, captions }: ModuleItemFields,
  current: Pick<ModuleItem, 'captions'> | null,
): Promise<ModuleItemContent> => {
  const { tx, ctx } = place
  const content: ModuleItemContent = {}
  if (title !== undefined) content.title = title || null
  if (text !== undefined) {
    const clean = cleanHtmlOrNull('full', text)
    if (clean === null) throw invalid('text', 'required')
    await requireTextPictures(tx, ctx, { text: clean })
    content.text = clean
  }
  // One of the two sources of a video takes the place of the other; the one that is left empty says nothing.
  if (type === 'Video' && !uuid && !link && (current === null || uuid === null || link === null))
    throw invalid('video', 'required')
  if (uuid) {
    const materials = await requireMaterials(tx, ctx, [{ field: 'media_uuid', uuid, types: FILE_TYPES[type] ?? [] }])
    const media = materials.get(uuid)
    if (media) content.media_id = media.id
    if (type === 'Video') Object.assign(content, { video_provider: null, video_id: null, video_hash: null })
  } else if (link) {
    const video = parseVideoLink(link)
    if (!video) throw invalid('video', 'video_link_invalid')
    content.video_provider = video.provider
    content.video_id = video.id
    content.video_hash = video.hash
    content.media_id = null
  }
  if (captions !== undefined) {
    const stored = await captionsOf(place, captions ?? [], current?.captions ?? null)
    content.captions = stored.length > 0 ? JSON.stringify(stored) : null
  }
  return content
}
