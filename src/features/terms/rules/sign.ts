/**
 * The abbreviation of a term: its code, else the initials of the capitalized words of its title, or the first two
 * letters of a single one, so that subjects with the same beginning can be told apart.
 */
export const signOf = ({ title, code }: { title: string; code: string | null }): string => {
  if (code) return code.slice(0, 4).toUpperCase()
  const words = title.split(/[\s-]+/).filter((word) => /^[\p{Lu}\d]/u.test(word))
  if (words.length > 1)
    return words
      .map((word) => word.charAt(0))
      .join('')
      .slice(0, 3)
  return (words[0] ?? title.trim()).slice(0, 2)
}
