import { REQUIREMENT_ASKS, REQUIREMENT_STATES, StoredDocument } from '#features/compliance/contract.ts'
import { day, endpoint, id, one, time } from '#kernel/endpoint.ts'
import { rule, z } from '#kernel/schema.ts'
import { DOCUMENT_STATES } from './rules/states.ts'

/** A document with what became of it. */
const Document = z.object({
  ...StoredDocument.shape,
  state: z.enum(DOCUMENT_STATES),
  /** Why it was not accepted. */
  reason: z.nullable(z.string()),
  created_at: time,
  decided_at: z.nullable(time),
})

/** A license or document that is required of the viewer, or was, with what they uploaded, the newest first. */
const OwnRequirement = z.object({
  id: z.int(),
  kind: z.enum(['license', 'document']),
  title: z.string(),
  hint: z.nullable(z.string()),
  asks: z.array(z.enum(REQUIREMENT_ASKS)),
  /** How the viewer stands with it today; `not_required` for one that applies no more. */
  standing: z.enum(REQUIREMENT_STATES),
  /** The last day of what is valid, in grace or expired. */
  until: z.nullable(day),
  documents: z.array(Document),
})

/** What the viewer has to upload, and has uploaded (CMP-017). */
export const listOwnDocuments = endpoint({
  method: 'GET',
  path: '/documents',
  permission: 'profile.view',
  summary: 'List the licenses and documents that are required of you, with what you uploaded',
  response: one(z.array(OwnRequirement)),
})

/** Uploads a license or document; the same one twice counts once, another one takes its place (CMP-017, CMP-018). */
export const uploadDocument = endpoint({
  method: 'POST',
  path: '/documents',
  permission: 'profile.update',
  summary: 'Upload a license or document, its file as the field `file` of multipart form data',
  takes: 'multipart',
  body: z.object({
    requirement_id: id,
    issuer: z.optional(rule.plainText(120)),
    number: z.optional(rule.plainText(60)),
    /** The day of issue. */
    from_day: day,
    /** The last day on which it is valid. */
    until_day: z.optional(day),
  }),
  response: one(Document),
  errors: [
    'not_found',
    'invalid',
    'upload_no_file',
    'file_wrong_format',
    'file_wrong_size',
    'file_damaged_picture',
    'file_too_many_pixels',
    'file_heic_picture',
    'file_other_picture',
    'storage_quota_reached',
  ],
})

export const showDocumentFile = endpoint({
  method: 'GET',
  path: '/documents/:id/file',
  permission: 'profile.view',
  summary: 'The file of a license or document, for its person and those who may see the person',
  is_uncounted: true,
  gives: 'file',
  params: z.object({ id }),
  errors: ['not_found'],
})

const Waiting = z.object({
  ...StoredDocument.shape,
  created_at: time,
  person: z.object({ id: z.int(), name: z.string() }),
  requirement: z.object({ id: z.int(), title: z.string() }),
  /** False for documents of the viewer: somebody else decides about them. */
  can_decide: z.boolean(),
})

/** The documents that wait for a decision, the oldest first, 100 at most (CMP-019). */
export const listDocumentsToReview = endpoint({
  method: 'GET',
  path: '/compliance/documents',
  permission: 'users.update',
  summary: 'List the licenses and documents that wait for a decision',
  response: one(z.object({ documents: z.array(Waiting), count: z.int() })),
})

/** Accepts or rejects a document that waits; there is one decision (CMP-019). Days that were typed wrong are corrected (CMP-029). */
export const decideDocument = endpoint({
  method: 'POST',
  path: '/compliance/documents/:id/decision',
  permission: 'users.update',
  summary: 'Accept a license or document, or reject it with a reason',
  params: z.object({ id }),
  body: z.object({
    decision: z.enum(['accepted', 'rejected']),
    reason: z.optional(rule.plainText(500)),
    /** What the document says, where other days were uploaded; for one that is accepted alone. */
    days: z.optional(z.object({ from_day: day, until_day: z.nullable(day) })),
  }),
  errors: ['not_found', 'invalid', 'conflict', 'operation_not_permitted'],
})
