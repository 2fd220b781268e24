import { PART_BYTES, partsOf, totalOf } from '../../rules/kept.ts'
import { putJson } from './store.ts'

/** The uuid of a file of a course, from its signed address. */
export const uuidOf = (url: string): string => new URL(url, location.origin).pathname.split('/').at(-1) ?? ''

/** What a kept first part says of its file, so that a later page can continue with the second. */
const PART_HEADERS = ['content-type', 'content-range']

type FileRequest = { url: string; name: string; onBytes: (bytes: number) => void }

/** What went wrong with a call to the server, for those who decide whether to go on. */
export class Refused extends Error {
  status: number
  /** The code of the error, where the answer names one. */
  code: string | null
  constructor(status: number, code: string | null = null) {
    super(`The server answered ${status}`)
    this.status = status
    this.code = code
  }
}

/** The error for an answer that is none that was asked for. */
export const refusedBy = async (answer: Response): Promise<Refused> => {
  const body = (await answer.json().catch(() => null)) as { code?: string } | null
  return new Refused(answer.status, body?.code ?? null)
}

const fetchPart = async (url: string, start: number, end: number): Promise<Response> => {
  const answer = await fetch(url, { cache: 'no-store', headers: { range: `bytes=${start}-${end}` } })
  if (!answer.ok) throw new Refused(answer.status)
  return answer
}

/**
 * Keeps a file in parts, so that one part is in memory at a time and a cut connection loses no more than that; parts that are
 * there are not fetched again. Answers the uuid of the file. It counts as kept when its last part is there.
 */
export const keepFile = async (cache: Cache, { url, name, onBytes }: FileRequest): Promise<string> => {
  const uuid = uuidOf(url)
  const key = `/kept/files/${uuid}`
  const known = (await (await cache.match(key))?.json()) as { size: number } | undefined
  if (known) {
    onBytes(known.size)
    return uuid
  }
  const keep = async (number: number, answer: Response) => {
    const bytes = await answer.blob()
    const headers = PART_HEADERS.flatMap((header): [string, string][] => {
      const value = answer.headers.get(header)
      return value === null ? [] : [[header, value]]
    })
    await cache.put(`${key}/${number}`, new Response(bytes, { headers }))
    onBytes(bytes.size)
    return bytes.size
  }
  const stored = await cache.match(`${key}/0`)
  // Without the header, a first part would pass for the whole file.
  const before = totalOf(stored?.headers.get('content-range') ?? null) === null ? undefined : stored
  const first = before ?? (await fetchPart(url, 0, PART_BYTES - 1))
  const type = first.headers.get('content-type') ?? 'application/octet-stream'
  const total = totalOf(first.headers.get('content-range'))
  const received = before ? (await before.blob()).size : await keep(0, first)
  if (before) onBytes(received)
  // Without the header the whole file came at once.
  const size = total ?? received
  const part = total === null ? Math.max(1, received) : PART_BYTES
  for (const [number, { start, end }] of partsOf(size, part).entries()) {
    if (number === 0) continue
    const there = await cache.match(`${key}/${number}`)
    if (there) onBytes(end - start + 1)
    else await keep(number, await fetchPart(url, start, end))
  }
  await putJson(cache, key, { size, mime_type: type, name, part })
  return uuid
}
