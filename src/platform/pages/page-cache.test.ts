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
/** What runs beside the answer of an old page has ended. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('what changes by the passing of time alone (CAT-022)', () => {
  test('a page that is asked for all the time is at most a few seconds old', async () => {
    expect(await text(page(200, 'one'))).toBe('one')
    now = 5_000
    expect(await text(page(200, 'two'))).toBe('one')
    now = 5_001
    expect(await text(page(200, 'two'))).toBe('one')
    await settled()
    expect(await text(page(200, 'three'))).toBe('two')
  })

  test('a page that nobody has asked for meanwhile is made anew before it is answered', async () => {
    await text(page(200, 'one'))
    now = 15_001
    expect(await text(page(200, 'two'))).toBe('two')
  })

  test.each([301, 302, 403, 410])('a page that has become a %i is kept no longer', async (status) => {
    await text(page(200, 'open'))
    now = 6_000
    await text(page(status, 'elsewhere'))
    await settled()
    expect(await text(page(status, 'elsewhere'))).toBe('elsewhere')
  })

  test.each([429, 500])('while pages cannot be made (%i), the last good one is answered', async (status) => {
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
