/** Larger than any certificate; nobody waits for the hash of a film. */
export const LARGEST_FILE = 50 * 1024 * 1024

/** True where the browser lets a page compute fingerprints: over HTTPS, and on the machine itself. */
export const canHash = (): boolean => globalThis.crypto?.subtle !== undefined

/** The SHA-256 of bytes as 64 small hexadecimal digits. */
export const fingerprintOf = async (bytes: ArrayBuffer): Promise<string> => {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** A fingerprint in groups of eight digits, which people can compare. */
export const groupsOf = (sha256: string): string[] => sha256.match(/.{1,8}/g) ?? []
