/** The kinds of records that a release can hold, in the order in which it puts them live and shows them. */
export const RELEASE_KINDS = ['page', 'widget', 'promo_button', 'navigation', 'theme'] as const
export type ReleaseKind = (typeof RELEASE_KINDS)[number]

export const STATUSES = ['draft', 'scheduled', 'live', 'rolled_back'] as const
export type ReleaseStatus = (typeof STATUSES)[number]

type Move = 'edit' | 'publish' | 'schedule' | 'roll_back' | 'delete'

/** What can be done to a release in each state. */
export const RELEASE_MOVES: Readonly<Record<ReleaseStatus, readonly Move[]>> = {
  draft: ['edit', 'publish', 'schedule', 'delete'],
  scheduled: ['edit', 'publish', 'schedule', 'delete'],
  live: ['roll_back'],
  // What was taken back can be put live again, as it was or changed.
  rolled_back: ['edit', 'publish', 'schedule', 'delete'],
}
export const mayMove = (status: ReleaseStatus, move: Move): boolean => RELEASE_MOVES[status].includes(move)

/** How a part of a release stands to what visitors see now. */
export type Standing =
  /** Goes live with the release. */
  | 'ready'
  /** Visitors see it already. */
  | 'same'
  /** Somebody put something newer live since it was picked: the release would undo that. */
  | 'behind'
  /** The record was deleted. */
  | 'gone'

type Compared = { isSame: boolean; isBehind: boolean }

/** How an item of a release that is not live stands to the site; null is a record that is gone. */
export const standingOf = (compared: Compared | null): Standing =>
  compared === null ? 'gone' : compared.isSame ? 'same' : compared.isBehind ? 'behind' : 'ready'

/** Whether going live would undo or miss something, so that the editor is asked first. */
export const isInTheWay = (standing: Standing): boolean => standing === 'behind' || standing === 'gone'

/** Whether a live part of a release can go back: visitors see exactly what the release put there. */
export const canGoBack = (compared: Compared | null): boolean => compared?.isSame === true

/** “About us”, “Navigation” and 2 others. */
export const thingsInWords = (titles: readonly string[]): string => {
  const named = titles.slice(0, 3).map((title) => `“${title}”`)
  const rest = titles.length - named.length
  const parts = rest > 0 ? [...named, `${rest} ${rest === 1 ? 'other' : 'others'}`] : named
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}
