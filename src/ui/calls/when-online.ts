import { isAnswered, passOn, wasSilent } from '../page/chunk-reload.ts'

/** How often the server is asked whether it answers again, in milliseconds. */
export const ASK_AGAIN = 10_000

/** Resolves once the server answers again, which it is also asked when the browser has found a network. */
const answerReturns = () =>
  new Promise<void>((resolve) => {
    const ask = () =>
      void isAnswered().then((answered) => {
        if (!answered) return
        clearInterval(timer)
        removeEventListener('online', ask)
        resolve()
      })
    const timer = setInterval(ask, ASK_AGAIN)
    addEventListener('online', ask)
  })

/**
 * Loads a part of a page. Where nothing answers it waits, and tries once each time the server answers again, so that a
 * part that was not loaded in time is missing for a while instead of taking the page with it (UIX-050). What fails for any
 * other reason fails at once.
 */
export const whenOnline = async <T>(load: () => Promise<T>): Promise<T> => {
  for (;;) {
    try {
      return await load()
    } catch (error) {
      if (!(await wasSilent(error))) await passOn(error)
      await answerReturns()
    }
  }
}
