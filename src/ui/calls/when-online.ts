/**
 * Loads a part of a page. Without a connection it waits for one and tries again, so that a part that was not loaded in
 * time is missing for a while instead of taking the page with it. What fails with a connection fails.
 */
export const whenOnline = async <T>(load: () => Promise<T>): Promise<T> => {
  for (;;) {
    try {
      return await load()
    } catch (error) {
      if (navigator.onLine !== false) throw error
      await new Promise((resolve) => addEventListener('online', resolve, { once: true }))
    }
  }
}
