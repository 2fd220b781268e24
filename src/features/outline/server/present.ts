import { loadMaterials } from '#features/media/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { videoEmbedUrl, videoPageUrl } from '#kernel/uploads/video.ts'
import type { Tx } from '#platform/db/db.ts'
import { presentCaptions } from './captions.ts'
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

const requireFile = async (tx: Tx, ctx: SignedIn, item: ModuleItem) => {
  const media = (await loadMaterials(tx, ctx.portal.id, [item.media_id])).get(item.media_id ?? 0)
  if (!media) throw fail('not_found')
  return { media_uuid: media.uuid, media }
}

/** A Document item with its file in the library (BLD-018). */
export const presentDocument = async (tx: Tx, ctx: SignedIn, item: ModuleItem) => ({
  ...common(item),
  itemable_type: 'Document' as const,
  itemable: await requireFile(tx, ctx, item),
})

/** An Audio item with its file in the library and its captions (BLD-018, BLD-070). */
export const presentAudio = async (tx: Tx, ctx: SignedIn, secret: string, item: ModuleItem) => ({
  ...common(item),
  itemable_type: 'Audio' as const,
  itemable: {
    ...(await requireFile(tx, ctx, item)),
    captions: await presentCaptions(tx, ctx, secret, item.captions),
  },
})

const NO_LINK = { video: null, video_provider: null, video_id: null, embed_url: null }
const NO_FILE = { media_uuid: null, media: null }

/** The link of a video; both addresses are made from provider and id, never from what was entered (VAL-028). */
const linkOf = ({ video_provider: provider, video_id: id, video_hash: hash }: ModuleItem) => {
  if (provider === null || id === null) return null
  const link = { provider, id, hash }
  return { video: videoPageUrl(link), video_provider: provider, video_id: id, embed_url: videoEmbedUrl(link) }
}

/** A Video item: a link or a file, and its captions (BLD-070, BLD-074). */
export const presentVideo = async (tx: Tx, ctx: SignedIn, secret: string, item: ModuleItem) => {
  const link = linkOf(item)
  const source = link ? { ...link, ...NO_FILE } : { ...NO_LINK, ...(await requireFile(tx, ctx, item)) }
  const captions = await presentCaptions(tx, ctx, secret, item.captions)
  return { ...common(item), itemable_type: 'Video' as const, itemable: { ...source, captions } }
}
