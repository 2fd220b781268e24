/** Every reason for which an archive is not unpacked. */
export type UnpackErrorCode =
  | 'not_a_zip'
  | 'damaged'
  | 'empty'
  | 'encrypted'
  | 'unsupported_method'
  | 'link'
  | 'path_escape'
  | 'absolute_path'
  | 'drive_letter'
  | 'control_character'
  | 'bad_name'
  | 'name_too_long'
  | 'too_deep'
  | 'name_collision'
  | 'file_as_folder'
  | 'overlap'
  | 'size_mismatch'
  | 'too_many_entries'
  | 'file_too_large'
  | 'too_large'
  | 'ratio'
  | 'no_space'
  | 'over_quota'
  | 'destination_exists'

/** An archive that was refused, with a sentence for the person who uploaded it. Nothing of it is left on the disk. */
export class UnpackError extends Error {
  override name = 'UnpackError'
  readonly code: UnpackErrorCode

  constructor(code: UnpackErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

export const refuse = (code: UnpackErrorCode, message: string, cause?: unknown): never => {
  throw new UnpackError(code, message, cause === undefined ? undefined : { cause })
}
