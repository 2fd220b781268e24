/** An e-mail as people read it: that of an account that is nobody's any more is an invented one (USR-011). */
export const emailShown = (email: string): string => (email.endsWith('@deleted.invalid') ? 'Removed' : email)
