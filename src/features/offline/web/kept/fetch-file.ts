import { PART_BYTES, partsOf, totalOf } from '../../rules/kept.ts'
import { putJson } from './store.ts'

/** The uuid of a file of a course, from its signed address. */
export const uuidOf = (url: string): string => new URL(url, location.origin).pathname.split('/').at(-1) ?? ''

type FileRequest = { url: string; name: string; onBytes: (bytes: number) => void }

/** What went wrong with a call to the server, for those who decide whether to go on. */
export class Refused extends Error {
  status: number
  constructor(status: number) {
    super(`The server answered ${status}`)
    this.status = status
  }
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
    await cache.put(`${key}/${number}`, new Response(bytes))
    onBytes(bytes.size)
    return bytes.size
  }
  const first = await fetchPart(url, 0, PART_BYTES - 1)
  const type = first.headers.get('content-type') ?? 'application/octet-stream'
  const total = totalOf(first.headers.get('content-range'))
  const received = await keep(0, first)
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
