import { reachFor } from '#features/accounts/server/api.ts'
import { type DocumentRow, loadDocuments } from '#features/compliance/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Files } from '#platform/files/files.ts'
import type { FileAnswer } from '#platform/http/route.ts'
import { isWithinReach } from './reach.ts'

/** The person, and those who may see the person (CMP-023). */
const mayRead = async (tx: Tx, ctx: SignedIn, { user_id }: DocumentRow): Promise<boolean> => {
  if (user_id === ctx.viewer.user_id) return true
  const scope = reachFor(ctx, 'users.view')
  return scope !== 'none' && (await isWithinReach(tx, { ...ctx, scope }, user_id))
}

/** The file of a document. Only PDFs and pictures are taken, which browsers show without running anything as our page. */
export const readDocumentFile = async (tx: Tx, ctx: SignedIn, files: Files, id: number): Promise<FileAnswer> => {
  const [document] = await loadDocuments(tx, ctx.portal.id, { ids: [id] })
  if (!document?.file_key || !(await mayRead(tx, ctx, document))) throw fail('not_found')
  const { file_key: key, file_name: name, mime_type, file_size: size } = document
  if (!(await files.stat(key))) throw fail('not_found')
  return { name: name ?? 'document', mime_type: mime_type ?? '', size: size ?? 0, content: await files.get(key) }
}
