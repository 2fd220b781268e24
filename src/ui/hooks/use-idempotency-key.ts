import { useRef, useState } from 'react'

const newKey = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-')

/**
 * Gives the key of a call that must not happen twice (API-024): the same one while the same body is sent again, as after
 * a lost answer, another one for another body. It outlives its answer, so that somebody who comes back from a payment page
 * goes on with the same order; what may be asked for twice takes `useOnce`.
 */
export const useIdempotencyKey = (): ((body: unknown) => string) => {
  const last = useRef<{ body: string; key: string } | null>(null)
  return (body) => {
    const text = JSON.stringify(body)
    if (last.current?.body !== text) last.current = { body: text, key: newKey() }
    return last.current.key
  }
}

/**
 * Sends calls that must not happen twice (API-024). Until its answer has come, and after a lost one or a refusal, the same body is the
 * same request; after that it is a new one, such as enrolling somebody again who was unenrolled meanwhile.
 */
export const createOnce = () => {
  const open = new Map<string, string>()
  return async <T>(body: unknown, send: (options: { idempotency_key: string }) => Promise<T>): Promise<T> => {
    const text = JSON.stringify(body)
    const key = open.get(text) ?? newKey()
    open.set(text, key)
    const answer = await send({ idempotency_key: key })
    open.delete(text)
    return answer
  }
}

/** `createOnce` for a component. */
export const useOnce = () => useState(createOnce)[0]
