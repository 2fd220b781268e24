import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { z } from '#kernel/schema.ts'
import { logActivity } from '#platform/db/activity.ts'
import { dbOf, type Tx } from '#platform/db/db.ts'
import { FileNotFound, type Files } from '#platform/files/files.ts'
import { type FileAnswer, type Route, route } from '#platform/http/route.ts'
import type { Services } from '#platform/services.ts'
import * as contract from '../contract.ts'
import { isInBackground, MOST_ROWS_AT_ONCE } from '../rules/size.ts'
import { startExport } from './actions/start-export.ts'
import { hasAllNeeded, reachOfKind, requestFrom } from './asked.ts'
import { contentNow, fileNameFor, MIME_TYPES } from './content.ts'
import type { ExportKind } from './kinds.ts'
import { presentFile } from './present.ts'
import { findOwn, listOwn, requestOf } from './store.ts'

const jsonAnswer = (status: 202, body: unknown): FileAnswer => ({
  name: 'export.json',
  mime_type: 'application/json; charset=utf-8',
  content: Buffer.from(JSON.stringify(body)),
  status,
})

/** Answers an export link: the file, or 202 and a job when it is too large to wait for (API-016, API-019). */
const answer = async (tx: Tx, ctx: SignedIn, kind: ExportKind, files: Files, query: Record<string, unknown>) => {
  if (!hasAllNeeded(ctx, kind, query)) throw fail('not_enough_permissions')
  const request = requestFrom(ctx, ctx.scope, query)
  const rows = await kind.count(tx, request)
  if (isInBackground(rows, kind.most_at_once)) {
    const started = await startExport(tx, ctx, { kind: kind.name, title: kind.title, rows, request })
    return jsonAnswer(202, z.encode(contract.ExportStarted, { data: presentFile(started) }))
  }
  const content = await contentNow(tx, kind, request, { db: dbOf(tx), files })
  await logActivity(tx, ctx, { action: 'export.download', changes: { kind: kind.name, rows, query } })
  return {
    name: fileNameFor(kind, ctx.now, request.time_zone),
    mime_type: MIME_TYPES[kind.format],
    content,
    ...(Buffer.isBuffer(content) && { size: content.length }),
    is_attachment: true,
  } satisfies FileAnswer
}

type Offered = Extract<ExportKind, { endpoint: object | null }> & { endpoint: object }
const hasLink = (kind: ExportKind): kind is Offered => kind.endpoint !== null

const listLinks = async (tx: Tx, ctx: SignedIn, kinds: readonly ExportKind[]) => {
  const links = []
  for (const kind of kinds.filter(hasLink).filter(({ is_on_its_screen: isElsewhere }) => !isElsewhere)) {
    const reach = reachOfKind(ctx, kind)
    if (reach === 'none' || (reach === 'own' && kind.is_for_all)) continue
    // One more than fits says that there are more, and the rest need not be counted.
    const rows = await kind.count(tx, requestFrom(ctx, reach), MOST_ROWS_AT_ONCE + 1)
    links.push({
      kind: kind.name,
      title: kind.title,
      text: kind.text,
      format: kind.format,
      url: `/api/v1${kind.endpoint.path}`,
      rows: Math.min(rows, MOST_ROWS_AT_ONCE),
      has_more_rows: isInBackground(rows),
      is_background: isInBackground(rows),
    })
  }
  return links
}

/** The export links (API-016), the list of those that one may use, and the files made in the background. */
export const routes = ({ files, exportKinds: kinds }: Services): Route[] => [
  ...kinds
    .filter(hasLink)
    .map((kind) => route(kind.endpoint, ({ tx, ctx, query }) => answer(tx, ctx as SignedIn, kind, files, query ?? {}))),
  route(contract.listExports, async ({ tx, ctx }) => ({
    data: {
      links: await listLinks(tx, ctx, kinds),
      files: (await listOwn(tx, ctx.portal.id, ctx.viewer.user_id, ctx.now)).map(presentFile),
    },
  })),
  route(contract.downloadExport, async ({ tx, ctx, params }) => {
    const row = await findOwn(tx, { portal_id: ctx.portal.id, user_id: ctx.viewer.user_id, id: params.id }, ctx.now)
    const kind = row && kinds.find(({ name }) => name === row.kind)
    if (!kind || !row?.file_key) throw fail('not_found')
    // Who has lost the right since then, or acts in a narrower role, does not get what was made under it.
    const reach = reachOfKind(ctx, kind)
    const { scope, query } = requestOf(row)
    if ((reach !== 'any' && reach !== scope) || !hasAllNeeded(ctx, kind, query)) throw fail('not_found')
    const content = await files.get(row.file_key).catch((error: unknown) => {
      throw error instanceof FileNotFound ? fail('not_found') : error
    })
    return {
      name: row.file_name ?? fileNameFor(kind, row.created_at, ctx.portal.setting.time_zone),
      mime_type: MIME_TYPES[kind.format],
      content,
      ...(row.file_size !== null && { size: row.file_size }),
      is_attachment: true,
    }
  }),
]
