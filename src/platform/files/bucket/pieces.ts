/** A stream in pieces of one size, the last of which may be smaller. An empty stream has none. */
export async function* piecesOf(
  content: AsyncIterable<Uint8Array | string>,
  size: number,
): AsyncGenerator<Buffer, undefined> {
  let gathered: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of content) {
    let rest: Uint8Array = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
    while (bytes + rest.length >= size) {
      const taken = size - bytes
      yield Buffer.concat([...gathered, rest.subarray(0, taken)])
      rest = rest.subarray(taken)
      gathered = []
      bytes = 0
    }
    if (rest.length > 0) gathered.push(rest)
    bytes += rest.length
  }
  if (bytes > 0) yield Buffer.concat(gathered)
}
