/** An import that is not over by then never will be: about a day. */
export const MOST_QUESTIONS = 1500

/** Whole percent, by the steps that can be distinguished. */
export const percentOfImport = (status: string, isSent: boolean): number => {
  if (status === 'SUCCESS') return 100
  if (status === 'NOT_STARTED' || status === 'FAILED') return 0
  return isSent ? 60 : 20
}
