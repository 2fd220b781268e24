export type PackageErrorCode = 'version_not_implemented' | 'manifest_missing' | 'manifest_unreadable' | 'no_start_file'

/** A package that cannot be played. The sentence becomes the `error` of the module (SCO-015). */
export class PackageError extends Error {
  override name = 'PackageError'
  readonly code: PackageErrorCode

  constructor(code: PackageErrorCode, message: string) {
    super(message)
    this.code = code
  }
}

/** The refusal of every version but 1.2 (SCO-004, ERR-059). */
export const versionNotImplemented = (version: string): PackageError =>
  new PackageError('version_not_implemented', `Version ${version} is not implemented`)

export const unreadable = (reason: string): PackageError =>
  new PackageError('manifest_unreadable', `The file imsmanifest.xml cannot be read: ${reason}`)
