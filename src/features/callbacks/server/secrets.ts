import { createHmac, randomBytes } from 'node:crypto'
import { seal, unseal } from '#platform/sealed.ts'

const PREFIX = 'whsec_'
const purposeOf = (portalId: number) => `callback ${portalId}`

/** A secret as receivers are given it. */
export const newSecret = (): string => PREFIX + randomBytes(32).toString('base64')

/** A secret as the table keeps it. */
export const sealSecret = (key: string, portalId: number, secret: string): Buffer =>
  seal(key, purposeOf(portalId), secret)

/** Null if it was sealed with another key. */
export const unsealSecret = (key: string, portalId: number, sealed: Buffer): string | null =>
  unseal(key, purposeOf(portalId), sealed)

/** The signatures of a message, one for each secret that is valid (Standard Webhooks, `v1`). */
export const signaturesOf = (
  secrets: readonly string[],
  { id, seconds, body }: { id: string; seconds: number; body: string },
): string =>
  secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
      return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`
    })
    .join(' ')
