/** People can be given at most this many days to set up their second factor. */
export const GRACE_DAYS = 90
/** For this long a person signs in with the password alone in a browser that they trust (AUT-064). */
export const TRUST_DAYS = 30
