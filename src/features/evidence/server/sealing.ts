import { createHash } from 'node:crypto'
import type { EvidenceEvent } from '../rules/events.ts'

/** What stands for the entry before the first one. */
export const FIRST_PREVIOUS = '0'.repeat(64)

export const sha256 = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** One chain of events: each line has the SHA-256 of the line before it, without its line break. */
export const eventChain = () => {
  let [count, last] = [0, FIRST_PREVIOUS]
  return {
    /** The line of an event, without a line break. */
    add: (event: EvidenceEvent): string => {
      count += 1
      const line = JSON.stringify({ number: count, previous: last, ...event })
      last = sha256(line)
      return line
    },
    head: () => ({ count, last_sha256: last }),
  }
}

export type ListedFile = { name: string; size: number; sha256: string }

export type Manifest = {
  format: 'portico-evidence/1'
  about: { kind: string; title: string }
  portal: { id: number; name: string; origin: string; keys: string }
  made_at: string
  made_by: string
  with_answers: boolean
  enrollments: number
  files: readonly ListedFile[]
  events: { file: string; count: number; last_sha256: string }
}

/** The bytes that are signed: one line for each file, so that people can compare two of them. */
export const manifestText = ({ files, events, ...head }: Manifest): string => {
  const lines = files.map((file) => `    ${JSON.stringify(file)}`).join(',\n')
  const top = Object.entries(head).map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)},\n`)
  return `{\n${top.join('')}  "files": [\n${lines}\n  ],\n  "events": ${JSON.stringify(events)}\n}\n`
}

type Key = { key_id: string; public_key: string; sign: (bytes: Buffer) => Buffer }

/** The text of `manifest.sig`; there is one way to write it, so that no byte of it can change unseen. */
export const signatureText = (key: Key, manifest: Buffer): string => {
  const { key_id, public_key } = key
  const signature = key.sign(manifest).toString('hex')
  return `${JSON.stringify({ algorithm: 'Ed25519', key_id, public_key, signature })}\n`
}
