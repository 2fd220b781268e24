import path from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { emptyDatabase } from '../../../tests/database.ts'
import { describeDatabase } from '../../../tests/describe-database.ts'
import { migrate } from './migrate.ts'

const root = path.resolve(import.meta.dirname, '../../..')

test('the files by noun make the database that the numbered migrations made, object by object and row by row', async () => {
  const before = await describe('migrations')
  const after = await describe('migrations-new')
  expect(before.length).toBeGreaterThan(2000)
  expect(after.filter((line) => !before.includes(line))).toEqual([])
  expect(before.filter((line) => !after.includes(line))).toEqual([])
  expect(after).toEqual(before)
})

async function describe(folder: string) {
  const { admin, name, drop } = emptyDatabase()
  try {
    await migrate({ admin, database: name, folder: path.join(root, folder) })
    const client = new pg.Client({ ...admin, database: name })
    await client.connect()
    try {
      return await describeDatabase(client)
    } finally {
      await client.end()
    }
  } finally {
    await drop()
  }
}
