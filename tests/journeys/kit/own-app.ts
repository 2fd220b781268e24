import { startApp } from './app.ts'
import { test } from './kit.ts'

type App = Awaited<ReturnType<typeof startApp>>

/** Gives the journeys of a file an app of their own, since they change or stop what all others use; answers it while they run. */
export const ownApp = (): (() => App) => {
  const shared = process.env.JOURNEYS_ORIGIN
  let app: App
  test.beforeAll(async () => {
    test.setTimeout(600_000)
    app = await startApp()
    process.env.JOURNEYS_ORIGIN = app.origin
  })
  test.afterAll(async () => {
    if (shared) process.env.JOURNEYS_ORIGIN = shared
    await app?.stop()
  })
  return () => app
}
