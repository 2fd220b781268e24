/**
 * The short sign of a term: its code; else the first letters of the capital words of its title, of a single one its first
 * two, so that subjects which begin alike are told apart.
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
