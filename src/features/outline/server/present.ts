import { loadMaterials } from '#features/media/server/api.ts'
import { fail } from '#kernel/errors.ts'
import { videoEmbedUrl, videoPageUrl } from '#kernel/uploads/video.ts'
import type { Tx } from '#platform/db/db.ts'
import type { ModuleItem } from './store.ts'

const common = ({ id, module_id, course_id, title, sort_number, updated_at }: ModuleItem) => ({
  id,
  itemable_id: id,
  module_id,
  course_id,
  title,
  sort_number,
  updated_at,
})

export const presentText = (item: ModuleItem) => ({
  ...common(item),
  itemable_type: 'Text' as const,
  itemable: { text: item.text ?? '' },
})

/** A Document or Audio item with its file in the library (BLD-018). */
export const presentFile = async <T extends 'Document' | 'Audio'>(
  tx: Tx,
  portalId: number,
  type: T,
  item: ModuleItem,
) => {
  const media = (await loadMaterials(tx, portalId, [item.media_id])).get(item.media_id ?? 0)
  if (!media) throw fail('not_found')
  return { ...common(item), itemable_type: type, itemable: { media_uuid: media.uuid, media } }
}

/** A Video item; both addresses are made from provider and id, never from what was entered (VAL-028). */
export const presentVideo = (item: ModuleItem) => {
  const { video_provider: provider, video_id: id, video_hash: hash } = item
  if (provider === null || id === null) throw fail('not_found')
  const link = { provider, id, hash }
  return {
    ...common(item),
    itemable_type: 'Video' as const,
    itemable: {
      video: videoPageUrl(link),
      video_provider: provider,
      video_id: id,
      embed_url: videoEmbedUrl(link),
    },
  }
}
