import { afterEach, expect, test, vi } from 'vitest'
import { whenOnline } from './when-online.ts'

const browser = (onLine: boolean) => {
  const network = { onLine }
  const waiting: (() => void)[] = []
  vi.stubGlobal('navigator', network)
  vi.stubGlobal('addEventListener', (_event: string, listener: () => void) => waiting.push(listener))
  const comesBack = () => {
    network.onLine = true
    for (const listener of waiting.splice(0)) listener()
  }
  return { waiting, comesBack }
}
afterEach(() => vi.unstubAllGlobals())

test('a part that cannot be loaded offline is loaded once the connection is back (RTM-008)', async () => {
  const { waiting, comesBack } = browser(false)
  let tries = 0
  const loaded = whenOnline(async () => {
    tries += 1
    if (tries === 1) throw new TypeError('Failed to fetch dynamically imported module')
    return 'part'
  })
  await expect.poll(() => waiting).toHaveLength(1)
  expect(tries).toBe(1)
  comesBack()
  expect(await loaded).toBe('part')
  expect(tries).toBe(2)
})

test('a failure while online is a failure', async () => {
  browser(true)
  const loaded = whenOnline(() => Promise.reject(new Error('gone')))
  await expect(loaded).rejects.toThrow('gone')
})
