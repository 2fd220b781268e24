import { beforeEach, describe, expect, test } from 'vitest'
import { createPageCache, type PageCache, type RenderedPage } from './page-cache.ts'

let now = 0
let cache: PageCache
beforeEach(() => {
  now = 0
  cache = createPageCache(() => now)
})

const page = (status: number, body: string): RenderedPage => ({ status, headers: {}, body, tags: [] })
const text = async (rendered: RenderedPage) =>
  (await cache.get('/', async () => rendered)).as('identity').body.toString()
/** Waits for the background work that accompanies the answer of an old page. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('changes caused by time alone (CAT-022)', () => {
  test('a page that is requested constantly is at most a few seconds old', async () => {
    expect(await text(page(200, 'one'))).toBe('one')
    now = 5_000
    expect(await text(page(200, 'two'))).toBe('one')
    now = 5_001
    expect(await text(page(200, 'two'))).toBe('one')
    await settled()
    expect(await text(page(200, 'three'))).toBe('two')
  })

  test('a page that nobody requested meanwhile is rendered again before it is answered', async () => {
    await text(page(200, 'one'))
    now = 15_001
    expect(await text(page(200, 'two'))).toBe('two')
  })

  test.each([301, 302, 403, 410])('a page that became a %i is no longer kept', async (status) => {
    await text(page(200, 'open'))
    now = 6_000
    await text(page(status, 'elsewhere'))
    await settled()
    expect(await text(page(status, 'elsewhere'))).toBe('elsewhere')
  })

  test.each([429, 500])('while pages cannot be rendered (%i), the last good one is answered', async (status) => {
    await text(page(200, 'good'))
    now = 6_000
    await text(page(status, 'broken'))
    await settled()
    now = 3_600_000
    expect(await text(page(503, 'broken'))).toBe('good')
    const failing = () => cache.get('/', () => Promise.reject(new Error('broken')))
    expect((await failing()).as('identity').body.toString()).toBe('good')
    cache.clear()
    await expect(failing()).rejects.toThrow('broken')
    expect(await text(page(500, 'broken'))).toBe('broken')
  })
})

describe('when memory is full', () => {
  const show = (key: string, body: string) => cache.get(key, async () => page(200, body))
  const cached = (...keys: string[]) => keys.filter((key) => cache.last(key))
  const FULL = 'x'.repeat(100)
  beforeEach(() => {
    cache = createPageCache(() => now, 700)
  })

  test('the page not requested for the longest time goes first', async () => {
    for (const key of ['/a', '/b', '/c']) await show(key, FULL)
    expect(cache.peek('/a')).not.toBeNull()
    await show('/d', FULL)
    expect(cached('/a', '/c', '/d', '/b')).toEqual(['/a', '/c', '/d'])
  })

  test('asking whether a page is due does not count as a request', async () => {
    for (const key of ['/a', '/b', '/c']) await show(key, FULL)
    expect(cache.isDue('/a')).toBe(false)
    await show('/d', FULL)
    expect(cached('/b', '/c', '/d', '/a')).toEqual(['/b', '/c', '/d'])
  })

  test('a page larger than the whole cache is answered and evicts no other', async () => {
    await show('/a', FULL)
    expect((await show('/b', 'x'.repeat(400))).length).toBe(400)
    expect(cached('/a')).toEqual(['/a'])
    expect(cache.last('/b')).toBeNull()
  })

  test('an empty page is kept, and a dropped one frees its space', async () => {
    await show('/empty', '')
    cache.clear()
    for (const key of ['/a', '/b', '/c']) await show(key, FULL)
    expect(cached('/a', '/b', '/c')).toEqual(['/a', '/b', '/c'])
  })
})
