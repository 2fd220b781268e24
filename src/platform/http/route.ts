import type { Readable } from 'node:stream'
import type { Context, SignedIn } from '#kernel/context.ts'
import type { AnyEndpoint, Endpoint, Input, Output } from '#kernel/endpoint.ts'
import type { AppError } from '#kernel/errors.ts'
import type { Db, Tx } from '../db/db.ts'
import type { PictureReading } from '../files/pictures/picture-types.ts'

/** `picture` is there for a file that is named as one: read and written again before the transaction opens (UPL-033). */
export type UploadedFile = {
  field: string
  name: string
  mime_type: string
  bytes: Buffer
  picture?: PictureReading
}

/** Bytes as an answer; `cache` is the Cache-Control value, `no-store` unless said otherwise. */
export type FileAnswer = {
  name: string
  mime_type: string
  content: Buffer | Readable
  size?: number
  is_attachment?: boolean
  cache?: string
  /** 206 for a part of the file, 416 for a part that it does not have; `headers` then say which. 202 for a file that comes later, 303 for a form that a browser leaves, 400 for a caller whose protocol asks for it. */
  status?: 200 | 202 | 206 | 303 | 400 | 416
  headers?: Record<string, string>
}

export type CookieOptions = { max_age?: number; is_readable?: boolean; path?: string }

/** What a few handlers need of HTTP itself: cookies, headers, raw bytes. */
export type HttpAccess = {
  cookies: Readonly<Record<string, string | undefined>>
  setCookie: (name: string, value: string, options?: CookieOptions) => void
  clearCookie: (name: string) => void
  header: (name: string) => string | undefined
  raw_body: Buffer | null
  /** The query as it was sent, without its question mark; what is signed has to be read as it came. */
  raw_query: string
}

/** A refusal whose writes stay: a failed sign-in is counted although the call fails. */
export class CommittedFailure extends Error {
  override name = 'CommittedFailure'
  readonly error: AppError
  constructor(error: AppError) {
    super(error.message)
    this.error = error
  }
}

/** Throw this in place of the error, and what the call has written so far is committed before it fails. */
export const committing = (error: AppError): CommittedFailure => new CommittedFailure(error)

type ContextFor<E> = E extends { permission: 'public' } ? Context : SignedIn
/** A file may be made once the transaction has been committed: a picture takes longer than a connection should be held. */
export type LaterFile = () => Promise<FileAnswer>
type AnswerFor<E extends AnyEndpoint> = E['gives'] extends 'file' ? FileAnswer | LaterFile : Output<E>

export type Call<E extends AnyEndpoint, C = Context> = Input<E> & {
  tx: Tx
  ctx: C
  files: UploadedFile[]
  http: HttpAccess
}

/** What a call does once its transaction has been committed; `answer` is what the handler gave. */
export type Afterwards<E extends AnyEndpoint, C = Context> = Omit<Call<E, C>, 'tx'> & { db: Db; answer: AnswerFor<E> }

export type Route = {
  endpoint: AnyEndpoint
  handler: (call: Call<AnyEndpoint>) => Promise<unknown>
  after?: (step: Afterwards<AnyEndpoint>) => Promise<unknown>
}

/**
 * Binds a call's description to what answers it. `tx` is the call's one transaction, with the portal set. `after` runs
 * when that has been committed, with no transaction open, and gives the answer in the handler's place: outside services
 * are asked there. A repeated call (API-024) runs it again on the first call's answer, so it must go on from what it
 * finds done.
 */
export const route = <E extends Endpoint<never, never, never, never> | AnyEndpoint>(
  endpoint: E,
  handler: (call: Call<E, ContextFor<E>>) => Promise<AnswerFor<E>>,
  after?: (step: Afterwards<E, ContextFor<E>>) => Promise<AnswerFor<E>>,
): Route => ({ endpoint, handler: handler as never, ...(after && { after: after as never }) })
