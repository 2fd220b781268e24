import { fail } from '#kernel/errors.ts'
import type { OutlineRow } from '../../rules/outline.ts'
import type { PlayedPackage } from '../attempts-store.ts'
import type { StoredOutline } from './packages-store.ts'

type Playable = PlayedPackage & { outline: StoredOutline; version: string; entry: string }

/**
 * The package, when it can be played. Throws `version_not_implemented` for another version (SCO-004), and `invalid` with
 * the package's own error, or with what it waits for (SCO-015).
 */
export const requirePlayable = (scormPackage: PlayedPackage | null): Playable => {
  if (!scormPackage) throw fail('invalid', { message: 'This module has no package yet.' })
  const { outline, version, entry, error, status } = scormPackage
  if (outline && version !== null && entry !== null) return { ...scormPackage, outline, version, entry }
  const otherVersion = /^Version (.+) is not implemented$/.exec(error ?? '')?.[1]
  if (otherVersion !== undefined) throw fail('version_not_implemented', { params: { x: otherVersion } })
  if (status === 'FAILED' && error) throw fail('invalid', { message: error })
  throw fail('invalid', { message: 'The package is still being unpacked. Please try again in a moment.' })
}

/** The outline where nothing is kept: everything can be opened. */
export const openOutline = (rows: readonly OutlineRow[]): OutlineRow[] =>
  rows.map((row) => ({ ...row, is_locked: false }))
