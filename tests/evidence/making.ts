import { expect } from 'vitest'
import { listExports } from '#features/exports/contract.ts'
import type { TestApp, TestPerson } from '../api.ts'
import { entriesOf } from './files.ts'

type Made = { kind: string; status: string; url: string | null; title: string }

/** Files for inspectors, made by their calls and fetched. */
export const evidenceMaking = (t: Pick<TestApp, 'app' | 'as' | 'request'>) => {
  const download = (who: TestPerson, url: string) => t.request(who, { method: 'GET', url })
  return {
    download,
    /** Makes a file with one of the calls and reads it. */
    made: async (who: TestPerson, started: Promise<{ data: { id: number; kind: string } }>) => {
      const { id } = (await started).data
      await t.app.jobs.drain()
      const { files } = (await t.as(who).call(listExports)).data
      const file = files.find((one) => one.id === id) as Made
      expect(file).toMatchObject({ status: 'ready' })
      const answer = await download(who, file.url as string)
      expect(answer.statusCode).toBe(200)
      const entries = await entriesOf(answer.rawPayload)
      const read = (name: string) => entries.find((entry) => entry.name === name)?.data as Buffer
      return { zip: answer.rawPayload, entries, read, file, json: (name: string) => JSON.parse(String(read(name))) }
    },
  }
}
