import { strFromU8, strToU8, unzlibSync, zlibSync } from 'fflate'
import type { AnyBlock } from '../../rules/blocks.ts'

const CHUNK = 0x8000

/** Blocks as they are sent: compressed from two on (PGB-002, PGB-003). */
export const packComponents = (blocks: readonly AnyBlock[]): string | AnyBlock[] => {
  if (blocks.length < 2) return [...blocks]
  const bytes = zlibSync(strToU8(JSON.stringify(blocks)))
  let text = ''
  for (let at = 0; at < bytes.length; at += CHUNK) text += String.fromCharCode(...bytes.subarray(at, at + CHUNK))
  return btoa(text)
}

/** Blocks as the server answers them: in the form in which they were sent. */
export const unpackComponents = (components: string | readonly unknown[]): AnyBlock[] =>
  (typeof components === 'string'
    ? JSON.parse(strFromU8(unzlibSync(Uint8Array.from(atob(components), (sign) => sign.charCodeAt(0)))))
    : components) as AnyBlock[]
