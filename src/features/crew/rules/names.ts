const wordsOf = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .toSorted()
    .join(' ')

/** Whether somebody typed the name that stands on their account; order, case, accents and punctuation do not count (CRW-022). */
export const isSameName = (typed: string, name: string): boolean => wordsOf(typed) === wordsOf(name)
