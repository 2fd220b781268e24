/** Text messages that a portal may send in a day of its time zone, where super admins have set no other limit (TXT-022). */
export const DEFAULT_TEXT_LIMIT = 1_000
/** The most that can be set. */
export const MOST_TEXT_LIMIT = 1_000_000

/** Texts of a limit that are kept for links that sign in: the last tenth, so that nothing else locks people out (TXT-023). */
export const keptForSignIns = (limit: number): number => Math.ceil(limit / 10)

/** How many texts a portal may have sent in all before one of this kind is refused. */
export const mostTexts = (kind: 'sign-in' | 'other', limit: number): number =>
  kind === 'sign-in' ? limit : limit - keptForSignIns(limit)

/** Whether a portal that has sent this number of texts today gets all but links that sign in refused. */
export const isTextLimitReached = (sent: number, limit: number): boolean =>
  sent > 0 && sent >= mostTexts('other', limit)

export type TextNotice = 0 | 80 | 100

/** The share of the limit that admins learn of once `sent` texts have left: the highest one that is reached (TXT-025). */
export const textNotice = (sent: number, limit: number): TextNotice => {
  if (sent === 0) return 0
  if (sent >= limit) return 100
  return sent * 100 >= limit * 80 ? 80 : 0
}
