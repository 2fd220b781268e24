import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import yazl from 'yazl'
import { importPackage } from '#features/scorm/server/api.ts'
import type { App } from '../app.ts'

const SOURCE = path.join(import.meta.dirname, 'scorm')

const zipSource = (): Promise<Buffer> => {
  const zip = new yazl.ZipFile()
  for (const name of fs.readdirSync(SOURCE)) zip.addFile(path.join(SOURCE, name), name)
  zip.end()
  return buffer(zip.outputStream)
}

/** Makes the demo's SCORM package in a portal, when first asked, and answers its id every time. */
export const scormPackageOf = (app: App, portal_id: number, user_id: number): (() => Promise<number>) => {
  const make = async () => {
    const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'portico-demo-'))
    try {
      const zip_path = path.join(scratch, 'ladder-walk.zip')
      fs.writeFileSync(zip_path, await zipSource())
      const given = { portal_id, user_id, file_name: 'ladder-walk.zip', zip_path, now: new Date() }
      return await importPackage({ db: app.db, files: app.services.files }, given)
    } finally {
      fs.rmSync(scratch, { recursive: true, force: true })
    }
  }
  let made: Promise<number> | null = null
  return () => {
    made ??= make()
    return made
  }
}
