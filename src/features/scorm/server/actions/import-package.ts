import type { Db } from '#platform/db/db.ts'
import type { Files } from '#platform/files/files.ts'
import { createPackageFiles } from '../packages/package-files.ts'
import { deletePackageRow, insertPackage, updatePackage } from '../packages/packages-store.ts'
import { readPackage } from '../packages/read-package.ts'

type PackageUpload = {
  portal_id: number
  user_id: number | null
  file_name: string
  /** Where the archive lies; it is only read. */
  zip_path: string
  now: Date
}

/**
 * Makes a playable package of an archive on this machine, at once, and answers its id. What an upload would end with as
 * FAILED is thrown here, and nothing is left of it.
 */
export const importPackage = async (needs: { db: Db; files: Files }, upload: PackageUpload): Promise<number> => {
  const { portal_id, user_id, file_name, zip_path, now } = upload
  const { db } = needs
  const created = await db.withPortal(portal_id, (tx) =>
    insertPackage(tx, { portal_id, user_id, file_name, upload_id: null, created_at: now }),
  )
  if (!created) throw new Error('A package without an upload is always new')
  const at = { portal_id, id: created.id }
  try {
    const content = await readPackage(createPackageFiles(needs.files), created.uuid, {
      path: zip_path,
      name: file_name,
    })
    await db.withPortal(portal_id, (tx) => updatePackage(tx, at, { status: 'SUCCESS', ...content }))
    return created.id
  } catch (error) {
    await db.withPortal(portal_id, (tx) => deletePackageRow(tx, at))
    throw error
  }
}
