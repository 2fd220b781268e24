import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import yazl from 'yazl'
import { listCloudScormImports } from '#features/cloud-scorm/contract.ts'
import { CLOUD_SCORM_PURPOSE } from '#features/cloud-scorm/server/api.ts'
import { importPackage } from '#features/scorm/server/api.ts'
import type { App } from '../app.ts'
import type { DemoClient } from './client.ts'

const SOURCE = path.join(import.meta.dirname, 'scorm')

const zipSource = (): Promise<Buffer> => {
  const zip = new yazl.ZipFile()
  for (const name of fs.readdirSync(SOURCE)) zip.addFile(path.join(SOURCE, name), name)
  zip.end()
  return buffer(zip.outputStream)
}

/** Does something once, when first asked, and answers the same every time. */
const once = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | null = null
  return () => {
    made ??= make()
    return made
  }
}

const POLL_MS = 250
const MOST_MS = 60_000

/** Sends the demo's SCORM package to the cloud service, as an author does, and answers the id of its course there. */
export const cloudCourseOf = ({ api, sendArchive }: DemoClient): (() => Promise<string | null>) =>
  once(async () => {
    const upload_id = await sendArchive('site-walk.zip', await zipSource(), CLOUD_SCORM_PURPOSE)
    for (let waited = 0; waited < MOST_MS; waited += POLL_MS) {
      const { data } = await api.call(listCloudScormImports, { query: { upload_id } as never })
      const [scormPackage] = data
      if (scormPackage?.status === 'SUCCESS' || scormPackage?.status === 'FAILED') return scormPackage.course_id
      await setTimeout(POLL_MS)
    }
    return null
  })

/** Makes the demo's SCORM package in a portal, when first asked, and answers its id every time. */
export const scormPackageOf = (app: App, portal_id: number, user_id: number): (() => Promise<number>) => {
  const make = async () => {
    const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'portico-demo-'))
    try {
      const zip_path = path.join(scratch, 'ladder-walk.zip')
      fs.writeFileSync(zip_path, await zipSource())
      const upload = { portal_id, user_id, file_name: 'ladder-walk.zip', zip_path, now: new Date() }
      return await importPackage({ db: app.db, files: app.services.files }, upload)
    } finally {
      fs.rmSync(scratch, { recursive: true, force: true })
    }
  }
  return once(make)
}
