import type { ReleaseKind, ReleaseStatus, Standing } from '../rules/releases.ts'

export const STATUS_WORDS: Readonly<Record<ReleaseStatus, string>> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  live: 'Live',
  rolled_back: 'Rolled back',
}
export const KIND_WORDS: Readonly<Record<ReleaseKind, string>> = {
  page: 'Page',
  widget: 'Widget',
  promo_button: 'Promo button',
  navigation: 'Navigation',
  theme: 'Theme',
}
export const STANDING_WORDS: Readonly<Record<Exclude<Standing, 'ready'>, string>> = {
  same: 'Already live',
  behind: 'Changed since',
  gone: 'Deleted',
}
