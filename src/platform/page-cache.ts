import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

const compress = promisify(brotliCompress)

export type CachedPage = {
  status: number
  headers: Record<string, string>
  identity: Buffer
  brotli: Buffer
  tags: readonly string[]
  made_at: number
}
export type RenderedPage = { status: number; headers: Record<string, string>; body: string; tags: readonly string[] }

const FRESH_MS = 5_000
const LIMIT_BYTES = 64 << 20

export type PageCache = {
  /** The finished page of a key: from memory, or rendered once however many ask at the same time. */
  get: (key: string, render: () => Promise<RenderedPage>) => Promise<CachedPage>
  /** Drops every page that carries one of the tags; a page rendered meanwhile is not kept either. */
  drop: (tags: readonly string[]) => void
  clear: () => void
}

/**
 * Finished pages for visitors without a session, as bytes in both encodings. A page is fresh for 5 s; after that it is
 * served once more while one render runs. Only answers of 200 and 404 are kept, the oldest go when memory is full.
 */
export const createPageCache = (now: () => number = () => Date.now()): PageCache => {
  const pages = new Map<string, CachedPage>()
  const running = new Map<string, Promise<CachedPage>>()
  let bytes = 0
  let generation = 0

  const sizeOf = (page: CachedPage) => page.identity.length + page.brotli.length
  const remove = (key: string) => {
    const page = pages.get(key)
    if (!page) return
    bytes -= sizeOf(page)
    pages.delete(key)
  }
  const keep = (key: string, page: CachedPage) => {
    remove(key)
    pages.set(key, page)
    bytes += sizeOf(page)
    for (const oldest of pages.keys()) {
      if (bytes <= LIMIT_BYTES) break
      remove(oldest)
    }
  }
  const make = (key: string, render: () => Promise<RenderedPage>): Promise<CachedPage> => {
    const already = running.get(key)
    if (already) return already
    const startedIn = generation
    const made = (async () => {
      const { body, ...page } = await render()
      const identity = Buffer.from(body)
      const brotli = await compress(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
      const cached = { ...page, identity, brotli, made_at: now() }
      if ((page.status === 200 || page.status === 404) && startedIn === generation) keep(key, cached)
      return cached
    })().finally(() => running.delete(key))
    running.set(key, made)
    return made
  }

  return {
    get: async (key, render) => {
      const page = pages.get(key)
      if (!page) return make(key, render)
      if (now() - page.made_at > FRESH_MS) make(key, render).catch(() => {})
      return page
    },
    drop: (tags) => {
      generation++
      running.clear()
      for (const [key, page] of pages) if (page.tags.some((tag) => tags.includes(tag))) remove(key)
    },
    clear: () => {
      generation++
      running.clear()
      pages.clear()
      bytes = 0
    },
  }
}
