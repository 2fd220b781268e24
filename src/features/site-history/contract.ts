import { PersonShown } from '#features/accounts/contract.ts'
import { endpoint, listQuery, one, page, time } from '#kernel/endpoint.ts'
import { z } from '#kernel/schema.ts'

/** What of the public site keeps its saves, apart from pages, which have drafts as well (PGB-063). */
export const HISTORY_KINDS = ['widget', 'promo_button', 'navigation'] as const
export type HistoryKind = (typeof HISTORY_KINDS)[number]

/** A record as a save left it. */
export const SiteVersion = z.object({
  number: z.int(),
  made_by: z.enum(['former', 'create', 'save', 'restore', 'release', 'roll_back']),
  restored_from: z.nullable(z.int()),
  created_at: time,
  created_by: z.nullable(PersonShown),
})

const kind = z.enum(HISTORY_KINDS)
/** 0 for what a portal has one of. */
const recordId = z.coerce.number<number>().check(z.int(), z.minimum(0))
const ofRecord = { params: z.object({ kind, recordId }), errors: ['not_found'] as const }
const number = z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(1_000_000))
const ofVersion = { params: z.object({ kind, recordId, number }), errors: ['not_found'] as const }

export const listSiteVersions = endpoint({
  method: 'GET',
  path: '/portal/history/:kind/:recordId',
  permission: 'site-content.view',
  summary: 'The versions of a widget, a promo button or the navigation, newest first',
  ...ofRecord,
  query: z.object(listQuery(['id'], 20, '-id')),
  response: page(SiteVersion),
})

export const showSiteVersion = endpoint({
  method: 'GET',
  path: '/portal/history/:kind/:recordId/:number',
  permission: 'site-content.view',
  summary: 'A version with all that it says',
  ...ofVersion,
  response: one(z.object({ ...SiteVersion.shape, value: z.record(z.string(), z.any()) })),
})

export const restoreSiteVersion = endpoint({
  method: 'POST',
  path: '/portal/history/:kind/:recordId/:number/restore',
  permission: 'site-content.update',
  summary: 'Shows visitors what a version said, as a new version',
  ...ofVersion,
  errors: ['not_found', 'invalid'],
  response: one(SiteVersion),
})
