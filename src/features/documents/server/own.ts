import {
  type CurrentRequirement,
  currentRequirements,
  loadDocuments,
  loadRequirements,
  namingTerms,
  type Renewal,
  readRenewals,
} from '#features/compliance/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { type Day, dayOf } from '#kernel/format/day.ts'
import type { Tx } from '#platform/db/db.ts'
import { loadDecisions, presentDecided } from './store.ts'

export const todayOf = ({ now, portal }: Pick<SignedIn, 'now' | 'portal'>): Day => dayOf(now, portal.setting.time_zone)

type UploadKind = 'license' | 'document'
export const isUploadKind = (kind: string): kind is UploadKind => kind === 'license' || kind === 'document'

/** How a person stands today with the licenses and documents that are required of them. */
export const ownStandings = async (tx: Tx, ctx: SignedIn, userId: number): Promise<Map<number, Renewal>> => {
  const today = todayOf(ctx)
  const requirements: CurrentRequirement[] = (await currentRequirements(tx, ctx.portal.id, today)).filter(({ kind }) =>
    isUploadKind(kind),
  )
  const { renewals } = await readRenewals(tx, ctx.portal.id, { on: today, requirements, ids: [userId] })
  return new Map(renewals.map((each) => [each.requirement_id, each]))
}

const ORDER = ['missing', 'expired', 'revoked', 'grace', 'under_review', 'valid', 'in_progress', 'not_required']

/** What the viewer has to upload and has uploaded, with what is missing first (CMP-017). */
export const listOwn = async (tx: Tx, ctx: SignedIn) => {
  const { user_id } = ctx.viewer
  const today = todayOf(ctx)
  const requirements = (await loadRequirements(tx, ctx.portal.id)).filter(({ kind }) => isUploadKind(kind))
  if (requirements.length === 0) return []
  const standings = await ownStandings(tx, ctx, user_id)
  const documents = await loadDocuments(tx, ctx.portal.id, { user_id })
  const decisionOf = await loadDecisions(
    tx,
    ctx.portal.id,
    documents.map(({ id }) => id),
  )
  const shown = requirements.flatMap((stored) => {
    const standing = standings.get(stored.id)
    const own = documents.filter(({ requirement_id }) => requirement_id === stored.id)
    const terms = namingTerms(stored, today)
    if (!isUploadKind(stored.kind) || !terms || (!standing && own.length === 0)) return []
    return {
      id: stored.id,
      kind: stored.kind,
      title: terms.title,
      hint: terms.hint,
      asks: terms.asks,
      standing: standing?.state ?? ('not_required' as const),
      until: standing?.grace_until ?? standing?.until ?? null,
      documents: own.map((row) => presentDecided(row, decisionOf(row.id))).reverse(),
    }
  })
  return shown.sort((a, b) => ORDER.indexOf(a.standing) - ORDER.indexOf(b.standing) || a.id - b.id)
}
