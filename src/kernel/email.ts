import { decodeLabel } from './punycode.ts'

/** What nobody sees: format characters and those that Unicode lets programs leave out when they cannot show them. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu
/** The wide forms of the ASCII characters that East Asian keyboards write. */
const WIDE = /[\uff01-\uff5e]/g
const MAILBOX = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const DOMAIN = new RegExp(`^(?:${LABEL}\\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$`)

/** A domain by the URL standard's "domain to ASCII" (UTS 46), or null. */
const asciiDomain = (domain: string): string | null => {
  // The URL parser would read a port, a path or an escape from these.
  if (/[\0-,/:-@[-`{-\x7f]/.test(domain)) return null
  try {
    return new URL(`https://${domain}`).hostname
  } catch {
    return null
  }
}

/** The scripts that are in everyday use (UAX 31, table 5), in which names of domains are written. */
const SCRIPTS =
  'Arabic Armenian Bengali Bopomofo Cyrillic Devanagari Ethiopic Georgian Greek Gujarati Gurmukhi Han Hangul Hebrew Hiragana Kannada Katakana Khmer Lao Latin Malayalam Myanmar Oriya Sinhala Tamil Telugu Thaana Thai Tibetan'
/** What is written together (UTS 39, "highly restrictive"): one script, or Latin with those of Japanese, Chinese or Korean. */
const WRITTEN_TOGETHER = [
  ...SCRIPTS.split(' ').map((script) => [script]),
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
].map(
  (scripts) =>
    new RegExp(
      `^[${['Common', 'Inherited', ...scripts].map((script) => `\\p{Script_Extensions=${script}}`).join('')}]+$`,
      'u',
    ),
)

/**
 * False for a label that mixes scripts, which can look like another one (a Cyrillic а in `pаypal`), and for one whose
 * ASCII form decodes to no letters.
 */
const isWrittenTogether = (label: string): boolean => {
  if (!label.startsWith('xn--')) return true
  const letters = decodeLabel(label)
  return letters !== null && asciiDomain(letters) === label && WRITTEN_TOGETHER.some((scripts) => scripts.test(letters))
}

/**
 * The single form in which an e-mail address is stored, compared and used, or null if it is not an address (VAL-010,
 * VAL-034): no invisible characters or surrounding blanks, wide letters made plain, lower case, the domain in ASCII.
 * Different spellings of a mailbox are one person. Letters beyond ASCII before the @ are refused, never replaced: the
 * result could be somebody else's address.
 */
export const canonicalEmail = (text: string): string | null => {
  if (text.length > 1000) return null
  const address = text
    .replace(INVISIBLE, '')
    .normalize('NFC')
    .replace(WIDE, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .trim()
  const at = address.lastIndexOf('@')
  const mailbox = address.slice(0, Math.max(at, 0)).toLowerCase()
  if (mailbox.length > 64 || !MAILBOX.test(mailbox)) return null
  const domain = asciiDomain(address.slice(at + 1))
  if (!domain || domain.length > 253 || !DOMAIN.test(domain)) return null
  const canonical = `${mailbox}@${domain}`
  return canonical.length <= 254 && domain.split('.').every(isWrittenTogether) ? canonical : null
}
