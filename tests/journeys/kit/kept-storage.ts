import type { Page } from '@playwright/test'

/** What the storage of the browser has, by key. */
export const storedOn = (page: Page): Promise<Record<string, string>> => page.evaluate(() => ({ ...localStorage }))

/** The records of exams that were taken along, by key. */
export const leasesOn = async (page: Page): Promise<string[]> =>
  Object.keys(await storedOn(page)).filter((key) => key.startsWith('leased '))

/** Puts the storage back to an earlier state, as a browser does that was killed before it wrote to the disk. */
export const loseStorage = (page: Page, earlier: Record<string, string>): Promise<void> =>
  page.evaluate((records) => {
    localStorage.clear()
    for (const [key, value] of Object.entries(records)) localStorage.setItem(key, value)
  }, earlier)

/** How many exams have begun by the copies of records that outlive a killed browser. */
export const begunCopies = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('kept', 1)
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const reading = opening.result.transaction('writes').objectStore('writes').getAll()
          reading.onerror = () => reject(reading.error)
          reading.onsuccess = () => {
            opening.result.close()
            const copies = reading.result as { key: string; value: string }[]
            const leases = copies.filter(({ key }) => key.startsWith('leased '))
            resolve(leases.filter(({ value }) => JSON.parse(value).begun !== null).length)
          }
        }
      }),
  )

/** Lets no call of a page at this address get an answer, and holds its wait of `ms` until `endWait`. */
export const withoutAnswers = (page: Page, path: string, ms: number): Promise<unknown> =>
  page.addInitScript(
    ({ path, ms }) => {
      if (location.pathname !== path) return
      window.fetch = () => new Promise(() => {})
      const real = window.setTimeout
      const held = (run: () => void, after?: number) => {
        if (after !== ms) return real(run, after)
        Object.assign(window, { endWait: run })
        return 0
      }
      window.setTimeout = held as typeof setTimeout
    },
    { path, ms },
  )
export const endWait = (page: Page): Promise<void> =>
  page.evaluate(() => (window as never as { endWait: () => void }).endWait())
