// Requesting and reading exports.
import { parse } from 'csv-parse/sync'
import { expect } from 'vitest'
import { jobHandlers } from '../src/app/features.ts'
import type { TestApp, TestPerson, TestPortal } from './api.ts'

/** The rows of a CSV file by column name, read by a parser that is not ours. */
export const rowsOf = (body: string | Buffer): Record<string, string>[] => parse(body, { bom: true, columns: true })

/** What export tests do with the app: request a file, read it, and run the jobs behind it. */
export const exportCalls = (t: TestApp, now = () => new Date()) => {
  const get = (who: TestPerson | TestPortal, url: string, headers: Record<string, string> = {}) =>
    t.request(who, { method: 'GET', url: `/api/v1${url}`, headers })
  const csv = async (who: TestPerson, url: string) => {
    const answer = await get(who, url)
    expect(answer.statusCode, answer.body).toBe(200)
    return rowsOf(answer.rawPayload)
  }
  const namesIn = async (who: TestPerson, url: string) => (await csv(who, url)).map((row) => row['Name']).sort()
  /** Runs a job that otherwise runs on a schedule. */
  const runJob = async (name: string, data: unknown = {}) => {
    const handler = jobHandlers(t.app.services).find(({ job }) => job.name === name)
    await handler?.run(data as never, { db: t.app.db, now: now(), signal: new AbortController().signal })
  }
  return { get, csv, namesIn, runJob }
}
