import { useRef } from 'react'

const newKey = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-')

/**
 * Gives the key of a call that must not happen twice (API-024): the same one while the same body is sent again, as after
 * a lost answer, another one for another body. A form that is opened again starts over.
 */
export const useIdempotencyKey = (): ((body: unknown) => string) => {
  const last = useRef<{ body: string; key: string } | null>(null)
  return (body) => {
    const text = JSON.stringify(body)
    if (last.current?.body !== text) last.current = { body: text, key: newKey() }
    return last.current.key
  }
}
