import type { FullConfig } from '@playwright/test'
import { startApp } from './app.ts'

/** Starts the product for all journeys, with people for every try of them; they find it by JOURNEYS_ORIGIN. */
export default async function setup({ projects }: FullConfig) {
  const app = await startApp()
  await app.addPeople(projects.map(({ name, repeatEach, retries }) => ({ name, tries: repeatEach * (retries + 1) })))
  process.env.JOURNEYS_ORIGIN = app.origin
  return app.stop
}
