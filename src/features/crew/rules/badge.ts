/** What a badge says of itself: the code of its QR, or the number that stands on it. */
const CODE = /^[0-9a-z]{20}$/

/**
 * The badge in what a scanner types or a camera reads: the whole address of its QR, with or without a start code behind it, the code
 * alone, or the number. An address that is none of a badge is empty.
 */
export const badgeOf = (text: string): string => {
  const typed = text.trim()
  const [before = '', behind] = typed.split('#')
  if (behind === undefined) return /[/:]/.test(before) ? '' : before
  const code = behind.split('.')[0]?.toLowerCase() ?? ''
  return CODE.test(code) ? code : ''
}

export const isBadgeCode = (text: string): boolean => CODE.test(text)
