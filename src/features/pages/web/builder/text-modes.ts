const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** A text as it goes on in another mode: plain text has no markup, and formatted text is no plain text (PGB-033). */
export const convertText = (text: string, from: string, to: string): string => {
  if (from === to) return text
  if (to === 'title-only')
    return new DOMParser()
      .parseFromString(text.replace(/<\/(?:p|h\d|li|div)>|<br\s*\/?>/gi, '\n'), 'text/html')
      .body.textContent!.trim()
  if (from !== 'title-only') return text
  return text
    .split(/\n+/)
    .filter(Boolean)
    .map((line) => (to === 'heading' ? `<h2>${escaped(line)}</h2>` : `<p>${escaped(line)}</p>`))
    .join('')
}
