import { courseFile, loadMaterials, type Material, storeCheckedAttachments } from '#features/media/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { errorText, fail } from '#kernel/errors.ts'
import { captionFaultText, readCaptions } from '#kernel/uploads/captions.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Files } from '#platform/files/files.ts'
import type { CaptionsSent } from '../contract.ts'
import type { StoredCaptions } from './store.ts'

const refuse = (message: string) => fail('invalid', { fields: { captions: [message] } })

const VTT = { extension: 'vtt', mime_type: 'text/vtt; charset=utf-8' }
const baseOf = (name: string) => name.replace(/\.[^.]*$/, '') || 'captions'

/** Captions with their files, as far as these are there. */
const withFiles = async (tx: Tx, portalId: number, captions: readonly StoredCaptions[] | null) => {
  const media = await loadMaterials(tx, portalId, captions?.map((each) => each.media_id) ?? [])
  return (captions ?? []).flatMap((each) => {
    const file = media.get(each.media_id)
    return file ? [{ ...each, file }] : []
  })
}

type Place = { tx: Tx; ctx: SignedIn; files: Files }

/**
 * The captions that a call sends, as they are stored (BLD-070): a new file is read, refused with the line that is wrong
 * (BLD-071) or stored as WebVTT; one that the item has already is named by its uuid. Nothing is stored before all are read.
 */
export const captionsOf = async (
  { tx, ctx, files }: Place,
  sent: readonly CaptionsSent[],
  current: readonly StoredCaptions[] | null,
): Promise<StoredCaptions[]> => {
  if (new Set(sent.map(({ language }) => language)).size < sent.length)
    throw refuse('Each language can be chosen once. Please remove one of the files.')
  const known = new Map<string, Material>()
  for (const { file } of await withFiles(tx, ctx.portal.id, current)) known.set(file.uuid, file)
  const fresh = sent.flatMap(({ file_text: text, name = '' }) => {
    if (text === undefined) return []
    const { vtt, fault } = readCaptions(text)
    if (fault) throw refuse(captionFaultText(name || 'The file', fault))
    return [{ ...VTT, name: `${baseOf(name)}.vtt`, bytes: Buffer.from(vtt) }]
  })
  if (sent.some(({ file_text: text, media_uuid: uuid = '' }) => text === undefined && !known.has(uuid)))
    throw refuse(errorText('not_in_options'))
  const ids = (await storeCheckedAttachments(tx, ctx, files, fresh, 'captions')).values()
  return sent.map(({ language, label, file_text: text, media_uuid: uuid = '' }) => {
    const id = text === undefined ? known.get(uuid)?.id : ids.next().value
    return { media_id: id as number, language, label }
  })
}

/** The captions of an item with addresses for this person (UPL-019). */
export const presentCaptions = async (
  tx: Tx,
  ctx: SignedIn,
  secret: string,
  captions: readonly StoredCaptions[] | null,
) =>
  (await withFiles(tx, ctx.portal.id, captions)).map(({ language, label, file }) => ({
    language,
    label,
    media_uuid: file.uuid,
    name: file.name,
    url: courseFile(secret, ctx, file).url,
  }))
