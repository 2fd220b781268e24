import { progressPercent, type Status } from '#features/progress/server/api.ts'

/** The one rule for percentages, as messages ask for it. */
export const percent = (status: number, done: number, total: number): number =>
  progressPercent(status as Status, done, total)
