/**
 * An e-mail as people read it: that of an account that is nobody's any more is an invented one (USR-011), and somebody who signs
 * in with a badge has none.
 */
export const emailShown = (email: string | null): string => {
  if (email === null) return 'None'
  return email.endsWith('@deleted.invalid') ? 'Removed' : email
}
