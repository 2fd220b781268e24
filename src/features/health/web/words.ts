import { formatNumber } from '#kernel/format.ts'

/** How long ago or for how long, as people say it. */
export const spanOf = (seconds: number): string => {
  const of = (count: number, word: string) => `${formatNumber(count)} ${word}${count === 1 ? '' : 's'}`
  if (seconds < 1) return 'less than a second'
  if (seconds < 90) return of(Math.round(seconds), 'second')
  if (seconds < 5_400) return of(Math.round(seconds / 60), 'minute')
  if (seconds < 172_800) return of(Math.round(seconds / 3_600), 'hour')
  return of(Math.round(seconds / 86_400), 'day')
}

export const percentOf = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${Math.round((100 * part) / whole)} %`
