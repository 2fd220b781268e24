import type { FullConfig } from '@playwright/test'
import { startApp } from './app.ts'

/** Starts the product for all journeys, with people for every try of them; they find it by JOURNEYS_ORIGIN. */
export default async function setup({ projects }: FullConfig) {
  // Playwright takes this option into its projects only after the set-up.
  const repeated = Number(/--repeat-each[= ](\d+)/.exec(process.argv.join(' '))?.[1] ?? 1)
  const app = await startApp()
  await app.addPeople(
    projects.map(({ name, repeatEach, retries }) => ({
      name,
      tries: Math.max(repeatEach, repeated) * (retries + 1),
    })),
  )
  process.env.JOURNEYS_ORIGIN = app.origin
  return app.stop
}
