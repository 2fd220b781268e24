/** The short sign of a term: its code, else the first letters of its title. */
export const signOf = ({ title, code }: { title: string; code: string | null }): string =>
  (
    code ??
    title
      .split(/[\s-]+/)
      .filter((word) => /^[A-Z0-9]/.test(word))
      .map((word) => word.charAt(0))
      .join('')
  )
    .slice(0, 3)
    .toUpperCase()
