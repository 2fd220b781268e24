import { hash, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Bucket } from '#platform/files/bucket/bucket.ts'
import { copyFiles } from '#platform/files/copy-files.ts'
import { createFiles, type Files } from '#platform/files/files.ts'
import { FolderSpace } from '#platform/files/tus/folder-space.ts'
import type { UploadRecord } from '#platform/files/tus/records.ts'
import { runProgram } from '../../../tests/processes/program.ts'
import { type S3Server, startS3Server } from '../../../tests/storage/s3-server.ts'

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'portico-copy-'))
let server: S3Server
let name = ''
let count = 0
let bucket: Bucket
let dataDir = ''
let folder: Files
let remote: Files
const small = randomBytes(100_000)

beforeAll(async () => {
  server = await startS3Server(path.join(dir, 'server'))
})
beforeEach(async () => {
  count += 1
  name = `files-${count}`
  bucket = new Bucket(await server.makeBucket(name))
  dataDir = path.join(dir, `data-${count}`)
  fs.mkdirSync(dataDir)
  fs.writeFileSync(path.join(dataDir, 'secret'), 'f'.repeat(64))
  folder = createFiles({ dir: path.join(dataDir, 'files'), secret: 'unused' })
  remote = createFiles({ dir: path.join(dataDir, 'files'), secret: 'unused', driver: bucket })
  await putOld('materials/1/a.pdf', 'a plan')
  await putOld('scorm/uuid/0123', small)
  await putOld('logos/1.png', '')
})
afterAll(async () => {
  await server.close()
  fs.rmSync(dir, { recursive: true, force: true })
})

/** A file of the folder that was written some time ago: a bucket tells times in seconds. */
const putOld = async (key: string, content: string | Buffer) => {
  await folder.put(key, content)
  const before = new Date(Date.now() - 60_000)
  fs.utimesSync(path.join(dataDir, 'files', key), before, before)
}
const run = (...args: string[]) =>
  runProgram('src/app/commands/copy-files.ts', { DATA_DIR: dataDir, ...server.variables(name) }, {}, args)
const stateOf = async (files: Files) => {
  const keys = (await Array.fromAsync(files.list())).map(({ key }) => key).sort()
  return Promise.all(keys.map(async (key) => [key, hash('sha256', await buffer(await files.get(key)))]))
}

describe('npm run files:copy (OPS-027)', () => {
  test('carries the files of a folder into the bucket, again only what is new, and back', async () => {
    // Larger than the pieces in which a bucket takes it.
    await putOld('scorm/uuid/0123', randomBytes(21_000_000))
    expect(await run('to-bucket')).toEqual({
      code: 0,
      said: expect.stringContaining('files: 3 copied to the bucket (20.03 MB), 0 were there, 0 only in the bucket'),
    })
    expect(await stateOf(remote)).toEqual(await stateOf(folder))
    await putOld('materials/1/b.pdf', 'added while the command was away')
    expect((await run('to-bucket')).said).toContain('files: 1 copied to the bucket (32 Bytes), 3 were there')
    const whole = await stateOf(folder)
    fs.rmSync(path.join(dataDir, 'files'), { recursive: true })
    expect((await run('to-folder')).said).toContain('files: 4 copied to the folder')
    expect(await stateOf(folder)).toEqual(whole)
  })

  test('what only the target has is said, and removed when that is asked for', async () => {
    await remote.put('materials/1/old.pdf', 'deleted in the folder since')
    expect((await run('to-bucket')).said).toContain('1 only in the bucket left alone')
    expect(await remote.exists('materials/1/old.pdf')).toBe(true)
    expect((await run('to-bucket', '--delete-extra')).said).toContain('1 only in the bucket removed')
    expect(await stateOf(remote)).toEqual(await stateOf(folder))
  })

  test('uploads in progress are not carried: it says so, and refuses the last step while there are some (OPS-082)', async () => {
    const uploads = new FolderSpace(path.join(dataDir, 'uploads'), 0)
    const id = randomBytes(16).toString('hex')
    await uploads.create(id)
    await uploads.records.write({ id } as UploadRecord)
    expect((await run('to-bucket')).said).toContain('1 upload is in progress, which this command does not carry')
    await remote.put('materials/1/old.pdf', 'deleted in the folder since')
    expect(await run('to-bucket', '--delete-extra')).toEqual({
      code: 1,
      said: expect.stringContaining('Let the program run until they are through, or add --drop-uploads'),
    })
    expect(await remote.exists('materials/1/old.pdf')).toBe(true)
    expect((await run('to-bucket', '--delete-extra', '--drop-uploads')).said).toContain('1 only in the bucket removed')
    await uploads.records.delete(id)
    expect((await run('to-bucket', '--delete-extra')).said).not.toContain('in progress')
  })

  test('a copy that was damaged is found by its size, or by its content when that is asked for', async () => {
    await copyFiles(folder, remote)
    await bucket.put('scorm/uuid/0123', small.subarray(1))
    await bucket.put('materials/1/a.pdf', 'a pLan')
    expect(await copyFiles(folder, remote)).toMatchObject({ copied: 1, same: 2 })
    expect(await text(await remote.get('materials/1/a.pdf'))).toBe('a pLan')
    expect(await copyFiles(folder, remote, { isThorough: true })).toMatchObject({ copied: 1, same: 2 })
    expect(await stateOf(remote)).toEqual(await stateOf(folder))
  })

  test('a file that changes its content with the same size is copied again', async () => {
    await copyFiles(folder, remote)
    const later = new Date(Date.now() + 60_000)
    await folder.put('materials/1/a.pdf', 'b plan')
    fs.utimesSync(path.join(dataDir, 'files/materials/1/a.pdf'), later, later)
    expect(await copyFiles(folder, remote)).toMatchObject({ copied: 1, same: 2 })
    expect(await text(await remote.get('materials/1/a.pdf'))).toBe('b plan')
  })

  test('files that come and go while it runs are no failure', async () => {
    for (let at = 0; at < 60; at += 1) await folder.put(`notes/${at}`, `note ${at}`)
    let isBusy = true
    const program = (async () => {
      for (let at = 0; isBusy; at = (at + 1) % 60) {
        await folder.delete(`notes/${at}`)
        await folder.put(`more/${at}`, `more ${at}`)
      }
    })()
    await copyFiles(folder, remote)
    isBusy = false
    await program
    await copyFiles(folder, remote, { deletesExtra: true })
    expect(await stateOf(remote)).toEqual(await stateOf(folder))
  })

  test.each([
    [[], 'Say where the files go'],
    [['to-mars'], 'Say where the files go'],
    [['to-bucket', '--fast'], 'Say where the files go'],
  ])('%o ends with a line that says what to do', async (args, expected) => {
    const { code, said } = await run(...args)
    expect([code, said]).toEqual([1, expect.stringContaining(expected)])
  })

  test('without a bucket, or with one that does not answer, nothing is copied', async () => {
    const alone = await runProgram('src/app/commands/copy-files.ts', { DATA_DIR: dataDir }, {}, ['to-bucket'])
    expect([alone.code, alone.said]).toEqual([1, expect.stringContaining('S3_BUCKET: names the bucket')])
    server.setWeather('gone')
    const gone = await run('to-bucket')
    server.setWeather('fair')
    expect([gone.code, gone.said]).toEqual([1, expect.stringMatching(/S3_ENDPOINT: .* does not answer/)])
    expect(gone.said).not.toContain('test-secret')
    expect(await stateOf(remote)).toEqual([])
  })
})
