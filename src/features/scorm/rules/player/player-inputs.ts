/** The version and log level of the player where nothing else is said (SCO-005). */
export const DEFAULT_VERSION = '1.2'
export const DEFAULT_LOG_LEVEL = 5

/** 1 debug, 2 info, 3 warn, 4 error, 5 nothing (SCO-006). */
export type LogLevel = 1 | 2 | 3 | 4 | 5

export interface PlayerInputs {
  student_id?: string | null | undefined
  /** The launch address of the package. */
  scorm_link?: string | null | undefined
  version?: string | undefined
  log_level?: LogLevel | undefined
}

// A copy of the catalog's texts ERR-017 and ERR-059, because the catalog is not loaded with a page; a test compares
// them.
const GENERIC_ERROR = 'Something went wrong. Please try again later.'

/**
 * Why the player does not start, as the text to show, or null when it can: a missing input (SCO-007, SCO-008), or a
 * version other than 1.2 (SCO-004).
 */
export const playerFault = ({ student_id, scorm_link, version = DEFAULT_VERSION }: PlayerInputs): string | null => {
  if (!student_id || !scorm_link) return GENERIC_ERROR
  return version === DEFAULT_VERSION ? null : `Version ${version} is not implemented`
}
