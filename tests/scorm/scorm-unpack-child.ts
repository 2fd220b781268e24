import fs from 'node:fs'
import pg from 'pg'
import { unpackPackage } from '#features/scorm/server/actions/unpack-package.ts'
import { createPackageFiles } from '#features/scorm/server/packages/package-files.ts'
import { createDb } from '#platform/db/db.ts'
import { createFiles } from '#platform/files/files.ts'
import { FolderSpace } from '#platform/files/tus/folder-space.ts'
import { openUploads } from '#platform/files/tus/uploads.ts'

/** The input of a worker in a separate process, as JSON in its only argument. */
export type UnpackSettings = {
  database: pg.PoolConfig
  files: string
  uploads: string
  portal_id: number
  package_id: number
  /** The process kills itself when this many files are written. */
  dies_at: number
}

const settings = JSON.parse(process.argv[2] ?? '') as UnpackSettings
const pool = new pg.Pool({ ...settings.database, max: 2, pipeline: true } as pg.PoolConfig)
const files = createPackageFiles(createFiles({ dir: settings.files, secret: 'unused' }))
await unpackPackage(
  {
    db: createDb(settings.database),
    uploads: openUploads({ space: new FolderSpace(settings.uploads, 0), pool }),
    signal: new AbortController().signal,
    reserveBytes: 0,
    files: {
      ...files,
      unpackInto: (uuid, zipPath, options) =>
        files.unpackInto(uuid, zipPath, {
          ...options,
          onProgress: (progress) => {
            options.onProgress?.(progress)
            if (progress.files < settings.dies_at) return
            fs.writeSync(1, 'dying')
            process.kill(process.pid, 'SIGKILL')
          },
        }),
    },
  },
  settings,
)
