import { startApp } from './app.ts'

/** Starts the product for all journeys; they find it by JOURNEYS_ORIGIN. */
export default async function setup() {
  const app = await startApp()
  await app.addPeople()
  process.env.JOURNEYS_ORIGIN = app.origin
  return app.stop
}
