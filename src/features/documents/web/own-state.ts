import { LOOKS } from '#features/compliance/web/public.ts'
import { formatDay } from '#kernel/format/day.ts'
import { type Icon, IconCircleX, IconEye } from '#ui/icons.tsx'
import type { Tone } from '#ui/public/parts/badge.tsx'
import type { OwnRequirement } from './queries.ts'

type Look = { word: string; tone: Tone; icon: Icon }

/** In these states a person meets the requirement, or waits for somebody else. */
const IS_FINE: ReadonlySet<OwnRequirement['standing']> = new Set(['valid', 'under_review', 'not_required'])

const waits = ({ documents }: OwnRequirement): boolean => documents.some(({ state }) => state === 'waiting')

/** Whether the person has to upload something now. */
export const needsUpload = (own: OwnRequirement): boolean => !IS_FINE.has(own.standing) && !waits(own)

/** Why the last upload was not accepted, until something newer is there. */
export const rejectionOf = ({ documents }: OwnRequirement): string | null =>
  documents[0]?.state === 'rejected' ? (documents[0].reason ?? 'No reason given.') : null

/** How a requirement stands for its person, who reads what to do rather than what it is called in the matrix. */
export const ownLook = (own: OwnRequirement): Look => {
  if (own.standing === 'valid') return LOOKS.valid
  if (waits(own)) return { word: 'Waiting for review', tone: 'info', icon: IconEye }
  if (rejectionOf(own)) return { word: 'Not accepted', tone: 'danger', icon: IconCircleX }
  return LOOKS[own.standing]
}

/** When it ends, or by when it is needed. */
export const untilText = ({ standing, until }: OwnRequirement): string | null => {
  if (standing === 'not_required') return 'No longer required of you.'
  if (standing === 'valid') return until ? `Valid until ${formatDay(until, 'long')}.` : 'Valid, with no end date.'
  if (standing === 'grace' && until) return `Upload it by ${formatDay(until, 'long')}.`
  if (standing === 'expired' && until) return `It expired on ${formatDay(until, 'long')}.`
  return null
}
