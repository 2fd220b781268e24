/** Dates that are not over, and those that are. */
export const PERIODS = ['upcoming', 'past'] as const
export type Period = (typeof PERIODS)[number]
