import { CFB } from '@e965/xlsx'

/** Reads the container of the old Office files. The result returns a stream by name and throws if it is missing. */
export const readContainer = (bytes: Uint8Array): ((name: string) => DataView<ArrayBuffer>) => {
  const file = CFB.read(bytes as unknown as string, { type: 'array' as 'binary' })
  return (name) => {
    const content = CFB.find(file, `/${name}`)?.content
    if (!content) throw new Error(`The document has no ${name}`)
    return new DataView(Uint8Array.from(content as ArrayLike<number>).buffer)
  }
}
