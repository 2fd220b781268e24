import { passOn, silence } from '../page/chunk-reload.ts'

/** How often something that was not answered is asked for again, in milliseconds. */
export const ASK_AGAIN = 10_000

/**
 * Loads a part of a page. Where nothing answers it waits and tries again, so that a part that was not loaded in time is
 * missing for a while instead of taking the page with it (UIX-050). What fails although the server answers fails.
 */
export const whenOnline = async <T>(load: () => Promise<T>): Promise<T> => {
  for (;;) {
    try {
      return await load()
    } catch (error) {
      if (!(await silence)) await passOn(error)
      await new Promise((resolve) => {
        addEventListener('online', resolve, { once: true })
        setTimeout(resolve, ASK_AGAIN)
      })
    }
  }
}
