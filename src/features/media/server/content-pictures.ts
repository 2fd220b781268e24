import type { SignedIn } from '#kernel/context.ts'
import type { AnyEndpoint } from '#kernel/endpoint.ts'
import type { UploadRule } from '#kernel/uploads/uploads.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Files } from '#platform/files/files.ts'
import type { Columns, ContentKind } from '#platform/http/content/kind.ts'
import { changePicture, showContent } from '#platform/http/content/records.ts'
import { contentRoutes, type FindAmong } from '#platform/http/content/routes.ts'
import { type Route, route } from '#platform/http/route.ts'
import { storePicture } from './from-library.ts'
import { removePublicFile } from './public-files.ts'

type Calls = Parameters<typeof contentRoutes>[0] & Readonly<Record<string, AnyEndpoint>>
/** The columns with a picture, each with what may be uploaded for it. */
type Pictures = Readonly<Record<string, UploadRule>>

/**
 * What answers the calls of a list of content whose records have pictures: those of every list, and for each picture one to upload
 * and one to remove it. A file is checked by its content; one that is replaced, or whose record is deleted, goes with the commit.
 */
export const picturedRoutes = <Body extends Columns>(
  files: Files,
  calls: Calls,
  options: ContentKind<Body>,
  pictures: Pictures,
  find: FindAmong = async () => ({}),
): Route[] => {
  const kind = options as ContentKind
  const put = async (
    tx: Tx,
    ctx: SignedIn,
    at: { id: number; picture: string },
    query: Columns,
    url: string | null,
  ) => {
    const among = await find(tx, ctx, query)
    await removePublicFile(tx, ctx, await changePicture(tx, ctx, kind, among, { ...at, url }))
    return { data: await showContent(tx, ctx, kind, among, at.id) }
  }
  return [
    ...contentRoutes(calls, options, find, async (tx, ctx, row) => {
      for (const picture of Object.keys(pictures)) {
        await removePublicFile(tx, ctx, row[picture] as string | null)
      }
    }),
    ...Object.entries(pictures).flatMap(([picture, rule]) => [
      route(calls[`upload_${picture}`] as AnyEndpoint, async ({ tx, ctx, params, query, body, files: uploads }) => {
        const who = ctx as SignedIn
        // A caller who cannot reach the record stores no file either.
        await showContent(tx, who, kind, await find(tx, who, query), params.id)
        const url = await storePicture(tx, who, files, { uploads, library_id: body.library_id }, rule)
        return put(tx, who, { id: params.id, picture }, query, url)
      }),
      route(calls[`remove_${picture}`] as AnyEndpoint, ({ tx, ctx, params, query }) =>
        put(tx, ctx as SignedIn, { id: params.id, picture }, query, null),
      ),
    ]),
  ]
}
