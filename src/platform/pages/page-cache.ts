import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { LRUCache } from 'lru-cache'

export type Encoding = 'br' | 'gzip' | 'identity'

export type CachedPage = {
  status: number
  /** The bytes in an encoding, and all headers that go with them as names and values in turn. */
  as: (encoding: Encoding) => { body: Buffer; headers: readonly string[] }
  /** Bytes of the plain text. */
  length: number
  tags: readonly string[]
  made_at: number
}
export type RenderedPage = {
  status: number
  headers: Record<string, string>
  body: string | Buffer
  tags: readonly string[]
}

const FRESH_MS = 5_000
/** How old a page is answered at most while a new one is made. */
const STALE_MS = 15_000
const LIMIT_BYTES = 64 << 20

/** What the visitor's program takes, in our order of liking. */
export const encodingFor = (accepted: string | undefined): Encoding => {
  if (!accepted) return 'identity'
  if (/\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(accepted)) return 'br'
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(accepted) ? 'gzip' : 'identity'
}

// A page is small: handing it to another thread and waiting for that costs more than compressing it here.
/** The bytes of a page in each encoding. */
export const compress = {
  br: (text: Buffer) =>
    brotliCompressSync(text, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_SIZE_HINT]: text.length },
    }),
  gzip: (text: Buffer) => gzipSync(text),
  identity: (text: Buffer) => text,
}

const finish = ({ status, headers, body, tags }: RenderedPage, madeAt: number): CachedPage => {
  const text = typeof body === 'string' ? Buffer.from(body) : body
  const encoded: Partial<Record<Encoding, ReturnType<CachedPage['as']>>> = {}
  const make = (encoding: Encoding) => {
    const bytes = compress[encoding](text)
    const all = {
      ...headers,
      'content-length': String(bytes.length),
      'cache-control': 'private, no-cache',
      vary: 'cookie, accept-encoding',
      ...(encoding !== 'identity' && { 'content-encoding': encoding }),
    }
    return { body: bytes, headers: Object.entries(all).flat() }
  }
  const as = (encoding: Encoding) => {
    encoded[encoding] ??= make(encoding)
    return encoded[encoding]
  }
  return { status, as, length: text.length, tags, made_at: madeAt }
}

export type PageCache = {
  /** The finished page of a key while it is fresh; asking does not make it be rendered. */
  peek: (key: string) => CachedPage | null
  /** Whether asking for the page would make it be rendered. */
  isDue: (key: string) => boolean
  /** The finished page of a key, however old it is. */
  last: (key: string) => CachedPage | null
  /** The finished page of a key: from memory, or rendered once however many ask at the same time. */
  get: (key: string, render: () => Promise<RenderedPage>) => Promise<CachedPage>
  /** Drops every page that has one of the tags; a page being rendered at that moment is not stored either. */
  drop: (tags: readonly string[]) => void
  clear: () => void
  /** What has been answered from memory since the start, and what is in it. */
  stats: () => CacheStats
}

/** `stale` pages were answered from memory while a new one was made, or because none could be. */
export type CacheStats = { hits: number; stale: number; misses: number; entries: number; bytes: number }

/**
 * Finished pages for visitors without a session, as bytes in each encoding that was requested. A page is fresh for 5 s.
 * After that it is served once more while one render runs, but never when older than 15 s, unless it cannot be rendered
 * again. Only answers of 200 and 404 are kept; the oldest go when memory is full.
 */
export const createPageCache = (now: () => number = () => Date.now(), limitBytes = LIMIT_BYTES): PageCache => {
  const pages = new LRUCache<string, CachedPage>({
    maxSize: limitBytes,
    // With its encodings a page takes up to about twice its text.
    sizeCalculation: (page, key) => page.length * 2 + key.length,
  })
  const running = new Map<string, Promise<CachedPage>>()
  let generation = 0
  const counts = { hits: 0, stale: 0, misses: 0 }

  const make = (key: string, render: () => Promise<RenderedPage>): Promise<CachedPage> => {
    const already = running.get(key)
    if (already) return already
    const startedIn = generation
    const rendering = (async () => {
      const cached = finish(await render(), now())
      if (startedIn !== generation) return cached
      if (cached.status === 200 || cached.status === 404) pages.set(key, cached)
      else if (!hasFailed(cached)) pages.delete(key)
      return cached
    })().finally(() => running.delete(key))
    running.set(key, rendering)
    return rendering
  }

  /** Whether a page only says that it could not be rendered just now. */
  const hasFailed = ({ status }: CachedPage) => status === 429 || status >= 500
  const ageOf = (page: CachedPage) => now() - page.made_at

  return {
    peek: (key) => {
      const page = pages.get(key)
      if (!page || ageOf(page) > FRESH_MS) return null
      counts.hits++
      return page
    },
    isDue: (key) => {
      const page = pages.peek(key)
      return !(page && ageOf(page) <= FRESH_MS) && !running.has(key)
    },
    last: (key) => pages.get(key) ?? null,
    get: async (key, render) => {
      const page = pages.get(key)
      if (page && ageOf(page) <= FRESH_MS) {
        counts.hits++
        return page
      }
      const next = make(key, render)
      if (page && ageOf(page) <= STALE_MS) {
        counts.stale++
        next.catch(() => {})
        return page
      }
      counts.misses++
      if (!page) return next
      const fresh = await next.catch((error: unknown) => pages.get(key) ?? Promise.reject(error))
      return hasFailed(fresh) ? (pages.get(key) ?? fresh) : fresh
    },
    drop: (tags) => {
      generation++
      running.clear()
      for (const [key, page] of [...pages.entries()]) if (page.tags.some((tag) => tags.includes(tag))) pages.delete(key)
    },
    clear: () => {
      generation++
      running.clear()
      pages.clear()
    },
    stats: () => ({ ...counts, entries: pages.size, bytes: pages.calculatedSize }),
  }
}
