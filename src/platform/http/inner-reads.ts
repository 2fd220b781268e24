import type { FastifyRequest } from 'fastify'
import type { CallRequest, Transport } from '#kernel/client.ts'
import type { PortalContext, Viewer } from '#kernel/context.ts'
import { AppError, type ErrorBody } from '#kernel/errors.ts'
import { z } from '#kernel/schema.ts'
import type { Tx } from '../db/db.ts'
import { markShared, unmarkShared } from '../db/other-portals.ts'
import { withVersions } from '../db/record-versions.ts'
import type { Reader } from '../db/replica/public-reads.ts'
import { takenBack } from '../pages/taken-back.ts'
import { admit, decode, decodeQuery } from './mount.ts'
import type { HttpOptions } from './options.ts'
import { parseQuery } from './query.ts'
import { CommittedFailure, type HttpAccess, type Route } from './route.ts'

export type FailedAnswer = { status: number; body: ErrorBody }

/** For whom a page is rendered: the request for it, the portal of its host, and the person it has been read for. */
export type PageOf = {
  request: FastifyRequest
  portal: PortalContext
  viewer: Viewer | null
  reader: Reader
  /** Changes the site for the reads of this page alone: each is made in a transaction that is taken back (PGB-051). */
  preview?: ((tx: Tx) => Promise<void>) | undefined
}

/**
 * The transport of one page's rendering. Reads that answer data are made here, as by the same person from outside, but
 * without a way through HTTP, and count with the page; everything else goes to `others`.
 */
export type InnerReads = (page: PageOf, others: Transport) => Transport

type InnerReadsOptions = Pick<HttpOptions, 'db' | 'routes' | 'resolvers' | 'now'> & {
  failed: (thrown: unknown, request: FastifyRequest) => FailedAnswer
}

const isPlainRead = ({ endpoint, after }: Route) =>
  endpoint.method === 'GET' &&
  endpoint.is_read_only &&
  endpoint.gives === 'json' &&
  endpoint.limit === null &&
  endpoint.failure_limit === null &&
  !endpoint.is_idempotent &&
  !after

// What a page's own answer does not carry on: cookies of the calls behind it.
const httpOf = (request: FastifyRequest): HttpAccess => ({
  cookies: request.cookies,
  setCookie: () => {},
  clearCookie: () => {},
  header: (name) => {
    const value = request.headers[name.toLowerCase()]
    return Array.isArray(value) ? value[0] : value
  },
  raw_body: null,
  raw_query: '',
})

type Read = (tx: Tx) => Promise<unknown>
type Waiting = { portalId: number; read: Read; settle: (result: Promise<unknown>) => void }

/**
 * Collects reads of the same tick and runs them in one transaction, so that they travel to the database together. One
 * failure must not fail the others, so after an unexpected one each read runs again on its own.
 */
const createTogether = (reader: Reader) => {
  let waiting: Waiting[] = []
  const runAll = (portalId: number, all: Waiting[]) =>
    reader.read(
      portalId,
      async (tx) => {
        markShared(tx)
        try {
          return await Promise.allSettled(all.map(({ read }) => read(tx)))
        } finally {
          unmarkShared(tx)
        }
      },
      (results) => results.every(({ status }) => status === 'fulfilled'),
    )
  const alone = ({ portalId, read }: Waiting) => reader.read(portalId, read)
  const flush = async () => {
    const all = waiting
    waiting = []
    const [first] = all
    if (!first) return
    if (all.length === 1) return first.settle(alone(first))
    const results = await runAll(first.portalId, all).catch(() => [])
    for (const [at, one] of all.entries()) {
      const result = results[at]
      if (result?.status === 'fulfilled') one.settle(Promise.resolve(result.value))
      else if (result?.reason instanceof AppError) one.settle(Promise.reject(result.reason))
      else one.settle(alone(one))
    }
  }
  return (portalId: number, read: Read): Promise<unknown> =>
    new Promise((resolve) => {
      if (waiting.length === 0) process.nextTick(flush)
      waiting.push({ portalId, read, settle: resolve })
    })
}

/** Prepares the reads that pages may make past HTTP. */
export const createInnerReads = ({ db, failed, ...options }: InnerReadsOptions): InnerReads => {
  const reads = new Map(options.routes.filter(isPlainRead).map((route) => [route.endpoint.path, route]))

  return (page, others) => {
    const { request, portal, viewer, reader, preview } = page
    const http = httpOf(request)
    const together = viewer ? null : createTogether(reader)

    const make = async ({ endpoint, handler }: Route, call: CallRequest): Promise<unknown> => {
      const query = parseQuery(call.url.split('?', 2)[1] ?? '')
      const ctx = await admit(endpoint, { request, query, portal, viewer }, options)
      const input = {
        params: decode(endpoint.params, call.params),
        query: decodeQuery(endpoint.query, query),
        body: undefined,
      }
      const readInner: Read = async (tx) => {
        const body = z.encode(endpoint.response, await handler({ ...input, tx, ctx, files: [], http }))
        return withVersions(tx, ctx, endpoint, input, body)
      }
      if (preview)
        return takenBack(db, ctx.portal.id, async (tx) => {
          await preview(tx)
          return readInner(tx)
        })
      if (endpoint.is_always_current) return reader.readCurrent(ctx.portal.id, readInner)
      return together ? together(ctx.portal.id, readInner) : reader.read(ctx.portal.id, readInner)
    }

    return async (call) => {
      const route = call.method === 'GET' ? reads.get(call.path ?? '') : undefined
      // An empty parameter makes another address.
      if (!route || Object.values(call.params ?? {}).includes('')) return others(call)
      try {
        return { status: 200, body: await make(route, call) }
      } catch (error) {
        return failed(error instanceof CommittedFailure ? error.error : error, request)
      }
    }
  }
}
