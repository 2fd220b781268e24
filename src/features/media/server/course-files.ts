import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Files } from '#platform/files/files.ts'
import type { FileAnswer } from '#platform/http/route.ts'
import { isSame, sign } from '#platform/secrets.ts'
import { parseRange } from '../rules/range.ts'
import type { Material } from './materials.ts'

const PURPOSE = 'course file'
const BASE = '/api/v1/files/'
/** An address holds for the rest of its hour and these hours; within one hour it stays the same, so that browsers keep the file. */
const HOURS = 4
const HOUR_MS = 3_600_000
/** Shown in the page; everything else is saved, so that nothing an author uploads runs as a page of ours. */
const SHOWN = /^(application\/pdf|audio\/|video\/|text\/vtt|image\/(?!svg))/

type Holder = Pick<SignedIn, 'portal' | 'viewer' | 'now'>

const signedText = (ctx: Pick<Holder, 'portal' | 'viewer'>, uuid: string, expires: string): string =>
  [ctx.portal.id, ctx.viewer.user_id, uuid, expires].join('\n')

/**
 * The address under which this person, and nobody else, can read a file of a course until it expires (UPL-019). Anyone who
 * hands it out has checked that the person is enrolled in the course or may edit it.
 */
export const courseFile = (
  secret: string,
  ctx: Holder,
  { uuid, name, type, mime_type, size }: Omit<Material, 'id'>,
) => {
  const expiresAt = new Date(Math.ceil(ctx.now.getTime() / HOUR_MS) * HOUR_MS + HOURS * HOUR_MS)
  const expires = String(expiresAt.getTime() / 1000)
  const query = new URLSearchParams({ expires, signature: sign(secret, PURPOSE, signedText(ctx, uuid, expires)) })
  return { name, type, mime_type, size, url: `${BASE}${uuid}?${query}`, expires_at: expiresAt }
}

type FileRequest = { uuid: string; expires: string; signature: string; is_download: boolean; range: string | undefined }

/**
 * The file of a signed address, whole or in part. Throws `link_expired` when the address has run out, and `not_found` when
 * it was made for somebody else, changed, or the file is gone.
 */
export const readCourseFile = async (
  tx: Tx,
  ctx: Holder,
  { secret, files }: { secret: string; files: Files },
  request: FileRequest,
): Promise<FileAnswer> => {
  const { uuid, expires, signature } = request
  if (!isSame(sign(secret, PURPOSE, signedText(ctx, uuid, expires)), signature)) throw fail('not_found')
  if (Number(expires) * 1000 <= ctx.now.getTime()) throw fail('link_expired')
  const media = await tx
    .selectFrom('media')
    .select(['name', 'mime_type', 'key'])
    .where('portal_id', '=', ctx.portal.id)
    .where('uuid', '=', uuid)
    .executeTakeFirst()
  const stored = media && (await files.stat(media.key))
  if (!stored) throw fail('not_found')
  const { size } = stored
  const range = parseRange(request.range, size)
  const answer = {
    name: media.name,
    mime_type: media.mime_type,
    is_attachment: request.is_download || !SHOWN.test(media.mime_type),
    cache: 'private, max-age=3600',
  }
  const headers = { 'accept-ranges': 'bytes' }
  if (range === 'unsatisfiable')
    return {
      ...answer,
      status: 416,
      content: Buffer.alloc(0),
      headers: { ...headers, 'content-range': `bytes */${size}` },
    }
  const content = await files.get(media.key, range ?? undefined)
  if (!range) return { ...answer, content, size, headers }
  const { start, end } = range
  return {
    ...answer,
    status: 206,
    content,
    size: end - start + 1,
    headers: { ...headers, 'content-range': `bytes ${start}-${end}/${size}` },
  }
}
