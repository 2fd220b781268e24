/** Parses a query or form body: `name=` to text, `name[]=` (repeated) to a list. The last of several equal names wins. */
export const parseQuery = (text: string): Record<string, string | string[]> => {
  const result: Record<string, string | string[]> = Object.create(null)
  for (const [key, value] of new URLSearchParams(text)) {
    if (!key.endsWith('[]')) {
      result[key] = value
      continue
    }
    const name = key.slice(0, -2)
    const list = result[name]
    if (Array.isArray(list)) list.push(value)
    else result[name] = [value]
  }
  return result
}
