import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { installChunkReload, RELOAD_GUARD } from '../page/chunk-reload.ts'
import { ASK_AGAIN, whenOnline } from './when-online.ts'

/** A browser whose server answers the question for it with a status, or not at all; parts fail as Vite has them fail. */
const browser = (status: number | null) => {
  const server = { status }
  const heard: Record<string, Set<(event: object) => void>> = {}
  const stored = new Map<string, string>()
  const reload = vi.fn()
  vi.stubGlobal('addEventListener', (event: string, listener: () => void) => {
    heard[event] = (heard[event] ?? new Set()).add(listener)
  })
  vi.stubGlobal('removeEventListener', (event: string, listener: () => void) => heard[event]?.delete(listener))
  vi.stubGlobal('fetch', async () => {
    if (server.status === null) throw new TypeError('Failed to fetch')
    return { status: server.status }
  })
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
  vi.stubGlobal('location', { reload })
  installChunkReload()
  const hear = (event: string, details = {}) => {
    for (const listener of heard[event] ?? []) listener(details)
  }
  const failing = (error: Error): never => {
    hear('vite:preloadError', { payload: error })
    throw error
  }
  return { server, reload, hear, failing }
}
const missing = () => new TypeError('Failed to fetch dynamically imported module')

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a part that gets no answer is waited for, and loaded within 10 seconds of the first answer, or once the connection is back (RTM-008, UIX-050)', async () => {
  const { server, reload, hear, failing } = browser(null)
  const part = async () => (server.status === null ? failing(missing()) : 'part')
  const first = whenOnline(part)
  await vi.advanceTimersByTimeAsync(ASK_AGAIN)
  server.status = 204
  await vi.advanceTimersByTimeAsync(ASK_AGAIN)
  expect(await first).toBe('part')

  server.status = null
  const second = whenOnline(part)
  await vi.advanceTimersByTimeAsync(0)
  server.status = 204
  hear('online')
  expect(await second).toBe('part')
  expect(reload).not.toHaveBeenCalled()
})

test('a part is asked for once each time the server answers again, and not in between (UIX-050)', async () => {
  const { server, reload, hear, failing } = browser(null)
  const load = vi.fn(async () => {
    server.status = null
    return failing(missing())
  })
  void whenOnline(load)
  for (const returns of [1, 2, 3]) {
    await vi.advanceTimersByTimeAsync(3 * ASK_AGAIN)
    hear('online')
    await vi.advanceTimersByTimeAsync(0)
    expect(load).toHaveBeenCalledTimes(returns)
    server.status = 204
    await vi.advanceTimersByTimeAsync(ASK_AGAIN)
  }
  expect(reload).not.toHaveBeenCalled()
})

test('a part that fails for another reason fails at once, also after one that got no answer (UIX-050)', async () => {
  const { server, reload, failing } = browser(null)
  void whenOnline(async () => failing(missing()))
  await vi.advanceTimersByTimeAsync(0)
  server.status = 204
  const fault = new TypeError("Cannot read properties of undefined (reading 'title')")
  const outcome = vi.fn()
  const load = vi.fn(async () => {
    throw fault
  })
  whenOnline(load).then(outcome, outcome)
  await vi.advanceTimersByTimeAsync(0)
  expect(outcome).toHaveBeenCalledExactlyOnceWith(fault)
  expect(load).toHaveBeenCalledTimes(1)
  expect(reload).not.toHaveBeenCalled()
})

test('the answer of a network to whatever is asked is none of the server (UIX-050)', async () => {
  const { server, reload, failing } = browser(200)
  const load = vi.fn(async () => (server.status === 204 ? 'part' : failing(missing())))
  const loaded = whenOnline(load)
  await vi.advanceTimersByTimeAsync(3 * ASK_AGAIN)
  expect(load).toHaveBeenCalledTimes(1)
  expect(reload).not.toHaveBeenCalled()
  server.status = 204
  await vi.advanceTimersByTimeAsync(ASK_AGAIN)
  expect(await loaded).toBe('part')
})

test('a part that the server no longer has reloads the page, and fails within a minute of that (UIX-003, ERR-013, UIX-050)', async () => {
  const { reload, failing } = browser(204)
  const outcome = vi.fn()
  const load = async () => failing(missing())
  whenOnline(load).then(outcome, outcome)
  await vi.advanceTimersByTimeAsync(RELOAD_GUARD - 1)
  expect(reload).toHaveBeenCalledTimes(1)
  // The page is on its way out, and shows no error meanwhile.
  expect(outcome).not.toHaveBeenCalled()

  const failed = expect(whenOnline(load)).rejects.not.toBeInstanceOf(TypeError)
  await vi.advanceTimersByTimeAsync(0)
  await failed
  expect(reload).toHaveBeenCalledTimes(1)
})
