import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { testApp } from '../../../../tests/api.ts'
import {
  brokenPackage,
  buildPackage,
  multiSco,
  noPackage,
  scorm2004,
  singleSco,
  zipOf,
} from '../../../../tests/scorm-packages.ts'
import { scormPlay } from '../../../../tests/scorm-play.ts'
import { rawZip } from '../../../../tests/zip-bytes.ts'
import { scormModules } from '../../outline/contract.ts'
import { deleteScormPackage, listScormPackages, showScormPackage } from '../contract.ts'
import { cleanJob } from './job-names.ts'

const t = testApp()
const play = scormPlay(t)

const packagesDir = () => path.join(t.config.data_dir, 'files', 'scorm')
const uploadsDir = () => path.join(t.config.data_dir, 'uploads')
const uuidOf = (id: number) =>
  t.platform(
    async (tx) =>
      (await tx.selectFrom('scorm_packages').select('uuid').where('id', '=', id).executeTakeFirstOrThrow()).uuid,
  )
const left = (dir: string) => (fs.existsSync(dir) ? fs.readdirSync(dir) : [])

describe('uploading a package (SCO-015, SCO-017, UPL-020, UPL-021)', () => {
  test('an upload becomes a package with its outline, and its bytes are released', async () => {
    const author = await t.make.person('portal_admin')
    const uploadId = await play.upload(author, await buildPackage(multiSco()), 'Safety at Work.zip')
    expect(await play.packageOf(author, uploadId)).toMatchObject({ status: 'PENDING', progress: 0, title: null })
    await t.app.jobs.drain()
    const made = await play.packageOf(author, uploadId)
    expect(made).toMatchObject({
      file_name: 'Safety at Work.zip',
      status: 'SUCCESS',
      progress: 100,
      error: null,
      version: '1.2',
      title: 'Safety at Work',
      entry: 'content/intro.html',
      is_used: false,
    })
    const { data } = await t.as(author).call(showScormPackage, { params: { id: made.id } })
    expect(data.items.map(({ identifier, kind }) => [identifier, kind])).toEqual([
      ['intro', 'sco'],
      ['fire', 'sco'],
      ['test', 'sco'],
      ['sheet', 'asset'],
    ])
    expect(data.items[2]).toMatchObject({ mastery_score: 70, prerequisites: 'intro&(fire|fire="completed")' })
    const folder = path.join(packagesDir(), await uuidOf(made.id))
    expect(fs.readdirSync(folder).toSorted()).toEqual(['content', 'imsmanifest.xml', 'shared'])
    expect(fs.existsSync(path.join(uploadsDir(), uploadId))).toBe(false)
    const head = await play.tus(author, 'HEAD', `/api/v1/tus/${uploadId}`)
    expect([head.status, head.headers['upload-offset']]).toEqual([200, head.headers['upload-length']])
  })

  test('a package in a folder of its own is found there', async () => {
    const author = await t.make.person('portal_admin')
    const { packageFiles } = await import('../../../../tests/scorm-packages.ts')
    const files = Object.fromEntries(
      Object.entries(packageFiles(singleSco())).map(([name, text]) => [`My Course/${name}`, text]),
    )
    expect(await play.aPackage(author, await zipOf(files))).toMatchObject({
      status: 'SUCCESS',
      entry: 'content/golf.html',
    })
  })
})
