import { beforeAll, describe, expect, test } from 'vitest'
import type { Files } from '#platform/files/files.ts'
import { testApp } from '../../../../tests/api.ts'
import { certificateMakers } from '../../../../tests/certificates.ts'
import { createCertificates } from '../contract.ts'
import { checkCertificates, lostWords } from './check.ts'

const t = testApp()
const make = certificateMakers(t)
let files: Files
beforeAll(() => {
  files = t.app.services.files
})

describe('the check of stored certificates', () => {
  test.each([
    [
      'a lost letter, though the name stands in another line',
      'aria Lopez\nLadders\nAwarded to Maria Lopez',
      ['Maria Lopez'],
    ],
    ['a name over two lines', 'Maria Fernanda de\nla Cruz-\nVillanueva', []],
    ['a name that was turned around', 'Ana Mario', ['Ana oiraM']],
    ['letters of no script', '\u0000Jk', ['محمد']],
    ['brackets that a reader turns around', 'Height (2 )العمل', []],
  ])('%s', (_, layer, lost) => {
    const words: Record<string, string[]> = {
      'aria Lopez\nLadders\nAwarded to Maria Lopez': ['Maria Lopez', 'Ladders'],
      'Maria Fernanda de\nla Cruz-\nVillanueva': ['Maria Fernanda de la Cruz-Villanueva'],
      'Ana Mario': ['Ana oiraM', 'Ana Mario'],
      '\u0000Jk': ['محمد'],
      'Height (2 )العمل': ['Height (العمل) 2'],
    }
    expect(lostWords(layer, words[layer] ?? [])).toEqual(lost)
  })

  test('reports nothing for fresh files, and names those with another name, missing ones, and damaged ones (CER-033)', async () => {
    const school = await make.school()
    const names: [string, string][] = [
      ['Maria', 'Lopez'],
      ['محمد', 'الأنصاري'],
      ['王', '小明'],
      ['Trần', 'Phượng'],
    ]
    const certificates = []
    for (const name of names) {
      const { learner, related_id } = await make.graduate(school, { name })
      const { data } = await t.as(learner).call(createCertificates, { body: { users_courses: [related_id] } })
      certificates.push(data[0]?.id ?? 0)
    }
    await t.app.jobs.drain()
    const check = async () => {
      const { checked, findings } = await checkCertificates(t.app.db, files)
      return { checked, problems: findings.map(({ id, problem }) => [id, problem]) }
    }
    expect(await check()).toEqual({ checked: 4, problems: [] })

    const keyOf = (id: number) =>
      t.platform(async (tx) => {
        const row = await tx
          .selectFrom('certificates')
          .select('file_key')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
        return row.file_key ?? ''
      })
    const [maria = 0, arabic = 0, chinese = 0, tran = 0] = certificates
    const { buffer } = await import('node:stream/consumers')
    await files.put(await keyOf(maria), await buffer(await files.get(await keyOf(tran))))
    await files.delete(await keyOf(arabic))
    await files.put(await keyOf(chinese), Buffer.from('%PDF-1.4 and no more'))
    const { problems } = await check()
    expect(problems).toEqual([
      [maria, expect.stringMatching(/^not printed as recorded: "Maria Lopez", "[\dA-Z-]+"$/)],
      [arabic, 'its file is missing'],
      [chinese, 'its file cannot be read'],
    ])
  })
})
