import {
  checkImport,
  listImportRows,
  previewImportUndo,
  runImport,
  showImport,
  undoImport,
} from '../../src/features/people-import/contract.ts'
import type { Wire } from '../../src/kernel/endpoint.ts'
import type { TestApp, TestPerson } from '../api.ts'
import { exportCalls } from '../exports.ts'
import { multipart } from '../multipart.ts'

export type Shown = Wire<typeof showImport>['data']

/** Makes imports like admins, step by step. */
export const importing = (t: TestApp) => {
  const { get, csv, runJob } = exportCalls(t)
  const send = async (who: TestPerson, content: string | Buffer, name = 'people.csv') =>
    t.request(who, {
      method: 'POST',
      url: '/api/v1/users/imports',
      ...(await multipart({ file: { name, bytes: Buffer.from(content as Buffer) } })),
    })
  const upload = async (who: TestPerson, content: string | Buffer, name?: string): Promise<Shown> => {
    const answer = await send(who, content, name)
    if (answer.statusCode !== 200) throw new Error(answer.body)
    return answer.json().data
  }
  const show = async (who: TestPerson, id: number) => (await t.as(who).call(showImport, { params: { id } })).data
  const step = (name: 'check' | 'run' | 'undo', who: TestPerson, id: number) =>
    runJob(`people-import.${name}`, { portal_id: who.portal.id, import_id: id })
  const check = async (who: TestPerson, content: string | Buffer, name?: string): Promise<Shown> => {
    const { id, columns } = await upload(who, content, name)
    await t.as(who).call(checkImport, { params: { id }, body: { columns } })
    await step('check', who, id)
    return show(who, id)
  }
  const run = async (who: TestPerson, id: number, body: { has_consented?: boolean } = {}): Promise<Shown> => {
    await t.as(who).call(runImport, { params: { id }, body })
    await step('run', who, id)
    return show(who, id)
  }
  const rows = async (who: TestPerson, id: number) =>
    (await t.as(who).call(listImportRows, { params: { id }, query: {} as never })).data
  const previewUndo = async (who: TestPerson, id: number, query: Record<string, unknown> = {}) =>
    (await t.as(who).call(previewImportUndo, { params: { id }, query: query as never })).data
  const undo = async (who: TestPerson, id: number): Promise<Shown> => {
    await t.as(who).call(undoImport, { params: { id } })
    await step('undo', who, id)
    return show(who, id)
  }
  /** The report: a line for each row, without empty values. */
  const report = async (who: TestPerson, id: number) =>
    (await csv(who, `/users/imports/${id}/report`)).map((row) => Object.values(row).filter(Boolean).join(' | '))
  return { get, send, upload, show, step, check, run, rows, previewUndo, undo, report, runJob }
}
