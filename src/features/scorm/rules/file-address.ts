import { encodePath } from '#features/scorm/rules/content-path.ts'

const strictUtf8 = new TextDecoder('utf-8', { fatal: true })
const windows = new TextDecoder('windows-1252')
const ESCAPED = /((?:%[\da-f]{2})+)/i

const bytesOf = (escapes: string): Uint8Array =>
  Uint8Array.from(escapes.slice(1).split('%'), (hex) => Number.parseInt(hex, 16))

const textOfBytes = (bytes: Uint8Array): string => {
  try {
    return strictUtf8.decode(bytes)
  } catch {
    return windows.decode(bytes)
  }
}

/**
 * The path of an address: escapes are UTF-8, else Windows-1252 as old tools write them (`%E9`), and a percent sign that
 * escapes nothing is literal; backslashes are folders (SCO-035).
 */
export const addressOf = (address: string): string =>
  address
    .split(ESCAPED)
    .map((part, at) => (at % 2 === 1 ? textOfBytes(bytesOf(part)) : part))
    .join('')
    .replaceAll('\\', '/')
    .normalize('NFC')

/** The address with every escape and percent sign taken for what it is, so that a browser and the server agree on it. */
export const repairedAddress = (address: string): string => encodePath(addressOf(address))

const same = (name: string): string => name.normalize('NFC').toLowerCase()

/**
 * The file of the package that an address in the manifest means: as the address reads, else a file whose name is
 * exactly the address, percent signs included. Null if there is neither.
 */
export const fileBehind = (address: string, names: ReadonlyMap<string, string>): string | null => {
  const literal = (() => {
    try {
      return decodeURIComponent(address.replaceAll(/%(?!20)/g, '%25'))
    } catch {
      return address
    }
  })()
  for (const candidate of [addressOf(address), literal, address]) {
    const name = names.get(same(candidate))
    if (name !== undefined) return name
  }
  return null
}

/** The files of a package by what they are found under. */
export const namesByAddress = (names: readonly string[]): ReadonlyMap<string, string> =>
  new Map(names.map((name) => [same(name), name]))
