import { keepThisPage } from './redirect.ts'

const SECOND_STEP = '/login/second-step'

/** Whether a sign-in was right and waits for the second factor (AUT-057). */
export const needsSecondStep = ({ code }: { code: string }): boolean => code === 'second_step_required'

/** Goes on with the second step, and comes back to this page afterwards if `isKept`. */
export const goToSecondStep = ({ isKept = false } = {}): void => {
  if (isKept) keepThisPage()
  location.assign(SECOND_STEP)
}
