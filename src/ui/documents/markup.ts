const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Text as HTML that shows it and nothing else. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => ESCAPES[char] ?? char)

type Attributes = Record<string, string | number | undefined>

/** An element around finished HTML; attributes without a value are left out. */
export const tag = (name: string, inner: string, attributes: Attributes = {}): string => {
  const written = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${escapeHtml(String(value))}"`],
  )
  return `<${name}${written.join('')}>${inner}</${name}>`
}

/** A sentence of ours about the document. */
export const note = (text: string): string => tag('p', escapeHtml(text), { class: 'note' })

/** Text with its bold and italic. */
export const styled = (html: string, { isBold = false, isItalic = false }): string => {
  const inner = isItalic ? tag('em', html) : html
  return isBold ? tag('strong', inner) : inner
}

const PICTURES: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  bmp: 'image/bmp',
}

const base64 = (bytes: Uint8Array): string => {
  let text = ''
  for (let from = 0; from < bytes.length; from += 0x8000)
    text += String.fromCharCode(...bytes.subarray(from, from + 0x8000))
  return btoa(text)
}

/** A picture that the document brings, or a word about it where browsers cannot show its kind. */
export const picture = (name: string, bytes: Uint8Array | undefined, alt: string): string => {
  const type = PICTURES[name.split('.').at(-1)?.toLowerCase() ?? '']
  if (type && bytes) return `<img src="data:${type};base64,${base64(bytes)}" alt="${escapeHtml(alt)}">`
  return note(`A picture that only the file shows${alt ? `: ${alt}` : '.'}`)
}

export type Cell = { html: string; columns?: number; rows?: number }

/** A table with its own scroll bar; its first rows name the columns if the document says so. */
export const table = (rows: readonly (readonly Cell[])[], headRows: number, label: string): string => {
  const row = (cells: readonly Cell[], isHead: boolean) =>
    tag(
      'tr',
      cells
        .map(({ html, columns, rows: down }) =>
          // An empty cell names nothing.
          tag(isHead && html ? 'th' : 'td', html, {
            scope: isHead && html ? 'col' : undefined,
            colspan: columns && columns > 1 ? columns : undefined,
            rowspan: down && down > 1 ? down : undefined,
          }),
        )
        .join(''),
    )
  const head = rows.slice(0, headRows).map((cells) => row(cells, true))
  const body = rows.slice(headRows).map((cells) => row(cells, false))
  const inner = (head.length > 0 ? tag('thead', head.join('')) : '') + tag('tbody', body.join(''))
  return tag('div', tag('table', inner), { class: 'table', role: 'region', tabindex: 0, 'aria-label': label })
}

export type ListLine = { level: number; isNumbered: boolean; html: string }

/** Lines of a list as lists within lists. */
export const list = (lines: readonly ListLine[]): string => {
  const [first] = lines
  if (!first) return ''
  const items: { html: string; below: ListLine[] }[] = []
  for (const line of lines) {
    const last = items.at(-1)
    if (last && line.level > first.level) last.below.push(line)
    else items.push({ html: line.html, below: [] })
  }
  const inner = items.map(({ html, below }) => tag('li', html + list(below))).join('')
  return tag(first.isNumbered ? 'ol' : 'ul', inner)
}

/** Paragraphs and lines of lists in order, lines that follow each other made one list. */
export const withLists = (parts: readonly (string | ListLine)[]): string => {
  const out: string[] = []
  let lines: ListLine[] = []
  const end = () => {
    out.push(list(lines))
    lines = []
  }
  for (const part of parts) {
    if (typeof part === 'string') {
      end()
      out.push(part)
    } else {
      const isOther = lines[0] && part.level <= lines[0].level && part.isNumbered !== lines[0].isNumbered
      if (isOther) end()
      lines.push(part)
    }
  }
  end()
  return out.join('')
}
