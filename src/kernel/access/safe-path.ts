/**
 * Whether a path stays on this host: one leading slash that is not followed by a slash or backslash (AUT-026). Browsers
 * leave tabs and line breaks out of an address, so that a path with one of them is none.
 */
export const isSafePath = (path: string): boolean => /^\/(?![/\\])[^\p{Cc}]*$/u.test(path)
