import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { displayPerson, findById } from '#features/accounts/server/api.ts'
import {
  currentTerms,
  type DocumentRow,
  insertDocumentFact,
  loadDocuments,
  loadRequirements,
  lockDocuments,
} from '#features/compliance/server/api.ts'
import { requireUpload } from '#features/media/server/api.ts'
import { notify } from '#features/notifications/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import type { Input } from '#kernel/endpoint.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Files } from '#platform/files/files.ts'
import { requireStorage } from '#platform/files/portal-storage.ts'
import type { UploadedFile } from '#platform/http/route.ts'
import type * as contract from '../../contract.ts'
import { DOCUMENT_FILE, type Uploaded, uploadErrors } from '../../rules/upload.ts'
import { isUploadKind, ownStandings, todayOf } from '../own.ts'
import { reviewersOf } from '../reviewers.ts'
import { loadDecisions } from '../store.ts'

type Body = Input<typeof contract.uploadDocument>['body']
type CheckedFile = Awaited<ReturnType<typeof requireUpload>>
type NewDocument = Uploaded & { requirement_id: number; file: CheckedFile | null; sha256: string | null }

/** The terms of today, and how the viewer stands: only what is required of them can be uploaded. */
const requireRequirement = async (tx: Tx, ctx: SignedIn, id: number) => {
  const [stored] = await loadRequirements(tx, ctx.portal.id, id)
  if (!stored || !isUploadKind(stored.kind)) throw fail('not_found')
  const terms = currentTerms(stored, todayOf(ctx))
  const standing = (await ownStandings(tx, ctx, ctx.viewer.user_id)).get(id)
  if (!terms || !standing)
    throw fail('invalid', { message: 'This is no longer required of you, so you do not have to upload it.' })
  return { terms, standing }
}

const isSameUpload = (row: DocumentRow, next: NewDocument): boolean =>
  row.sha256 === next.sha256 &&
  row.issuer === next.issuer &&
  row.number === next.number &&
  row.from_day === next.from_day &&
  row.until_day === next.until_day

const insertDocument = async (tx: Tx, ctx: SignedIn, files: Files, next: NewDocument): Promise<number> => {
  const { file } = next
  if (file) await requireStorage(tx, ctx.portal.id, file.bytes.length, 'file')
  const key = file && `documents/${ctx.portal.id}/${randomUUID()}.${file.extension}`
  if (file && key) await files.put(key, file.bytes)
  try {
    const { rows } = await sql<{ id: number }>`
      insert into compliance_documents (portal_id, user_id, requirement_id, issuer, number, from_day, until_day, file_key,
        file_name, file_size, mime_type, sha256, submitted_by, created_at)
      values (${ctx.portal.id}, ${ctx.viewer.user_id}, ${next.requirement_id}, ${next.issuer}, ${next.number},
        ${next.from_day}::date, ${next.until_day}::date, ${key}, ${file?.name.slice(0, 255) ?? null},
        ${file?.bytes.length ?? null}, ${file?.mime_type ?? null}, ${next.sha256}, ${ctx.viewer.user_id}, ${ctx.now})
      returning id`.execute(tx)
    return (rows[0] as { id: number }).id
  } catch (error) {
    if (key) await files.delete(key)
    throw error
  }
}

/** Uploads a license or document, which then waits for a decision (CMP-017, CMP-018). Answers its id. */
export const upload = async (
  tx: Tx,
  ctx: SignedIn,
  files: Files,
  { requirement_id, uploads, ...body }: Body & { uploads: readonly UploadedFile[] },
): Promise<number> => {
  const { terms, standing } = await requireRequirement(tx, ctx, requirement_id)
  const details: Uploaded = {
    issuer: body.issuer || null,
    number: body.number || null,
    from_day: body.from_day,
    until_day: body.until_day ?? null,
  }
  const errors = uploadErrors(details, { asks: terms.asks, today: todayOf(ctx) })
  if (Object.keys(errors).length > 0) throw fail('invalid', { fields: errors })
  const hasFile = terms.asks.includes('file') || uploads.length > 0
  const file = hasFile ? await requireUpload(uploads, 'file', DOCUMENT_FILE) : null
  const sha256 = file && createHash('sha256').update(file.bytes).digest('hex')
  const next: NewDocument = { ...details, requirement_id, file, sha256 }

  const subject = { user_id: ctx.viewer.user_id, requirement_id }
  await lockDocuments(tx, ctx.portal.id, subject)
  const earlier = (await loadDocuments(tx, ctx.portal.id, { user_id: subject.user_id })).filter(
    (row) => row.requirement_id === requirement_id,
  )
  const decisionOf = await loadDecisions(
    tx,
    ctx.portal.id,
    earlier.map(({ id }) => id),
  )
  const waiting = earlier.filter(({ id }) => decisionOf(id).state === 'waiting')
  const same = waiting.find((row) => isSameUpload(row, next))
  if (same) return same.id

  const today = todayOf(ctx)
  const by = { portal_id: ctx.portal.id, user_id: subject.user_id, now: ctx.now }
  for (const { id } of waiting)
    await insertDocumentFact(tx, by, { ...subject, document_id: id, kind: 'document_replaced', day: today })
  const id = await insertDocument(tx, ctx, files, next)
  await insertDocumentFact(tx, by, { ...subject, document_id: id, kind: 'document_submitted', day: today })
  const person = await findById(tx, ctx.portal.id, subject.user_id)
  const name = person ? displayPerson(person).display_name : ''
  for (const user_id of await reviewersOf(tx, ctx.portal.id, standing))
    await notify(tx, ctx, {
      user_id,
      kind: 'document',
      data: {
        ...{ title: terms.title, news: 'submitted', person: name, reason: null, until: null },
        link: '/admin/compliance/documents',
      },
    })
  await logActivity(tx, ctx, {
    action: 'user.upload-document',
    subject_type: 'user',
    subject_id: subject.user_id,
    changes: { title: terms.title },
  })
  return id
}
