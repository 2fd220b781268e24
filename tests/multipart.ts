import { deflateSync } from 'node:zlib'

export type FormFile = { name: string; bytes: Uint8Array; type?: string }

/** A multipart body as a browser sends it, ready to be injected. */
export const multipart = async (parts: Record<string, string | FormFile>) => {
  const form = new FormData()
  for (const [field, part] of Object.entries(parts))
    if (typeof part === 'string') form.append(field, part)
    else form.append(field, new Blob([part.bytes as BlobPart], { type: part.type ?? '' }), part.name)
  const body = new Response(form)
  return {
    payload: Buffer.from(await body.arrayBuffer()),
    headers: { 'content-type': body.headers.get('content-type') ?? '' },
  }
}

const chunk = (type: string, data: Buffer): Buffer => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

const crc32 = (bytes: Buffer): number => {
  let crc = ~0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ~crc >>> 0
}

/** A PNG picture of one color. */
export const png = (width = 8, height = 8, [red, green, blue]: readonly [number, number, number] = [29, 78, 137]) => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const row = Buffer.from([0, ...Array.from({ length: width }, () => [red, green, blue]).flat()])
  const pixels = Buffer.concat(Array.from({ length: height }, () => row))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
