import { BADGE_PATH } from './badge-path.ts'
import { canonicalStartCode } from './start-code.ts'

/** 20 signs of 32: 100 bits that nobody guesses. */
const CODE = /^[0-9a-hjkmnp-tv-z]{20}$/
const CODE_SIGNS = '0123456789abcdefghjkmnpqrstvwxyz'

/** The code of a badge from 20 random bytes (BDG-011). */
export const badgeCode = (bytes: Uint8Array): string => [...bytes].map((byte) => CODE_SIGNS[byte % 32]).join('')

export const isBadgeCode = (text: string): boolean => CODE.test(text)

/** What the QR of a badge says, or that of a slip with its start code. What stands behind `#` never reaches a log. */
export const badgeAddress = (origin: string, code: string, startCode?: string): string =>
  `${origin}${BADGE_PATH}#${code}${startCode ? `.${startCode}` : ''}`

/** What stands behind the `#` of an opened address. */
export const readBadgeHash = (hash: string): { code: string; start_code: string | null } | null => {
  const [code = '', start = ''] = hash.replace(/^#/, '').split('.')
  return isBadgeCode(code) ? { code, start_code: canonicalStartCode(start) } : null
}
