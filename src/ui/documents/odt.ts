import { type Archive, openArchive } from './archive.ts'
import { type Cell, escapeHtml, picture, styled, table, tag } from './markup.ts'
import { at, children, type Element, elementsOf, parseXml, textOf, within } from './xml.ts'

type Look = { isBold: boolean; isItalic: boolean }
type Book = {
  files: Archive
  looks: ReadonlyMap<string, Look>
  /** Lists that count, by the name of their style and the level. */
  numbered: ReadonlySet<string>
  footnotes: string[]
}
const PLAIN: Look = { isBold: false, isItalic: false }

const looksOf = (roots: readonly Element[]) =>
  new Map(
    roots.flatMap((root) =>
      within(root, 'style:style').map(({ attributes, content }): [string, Look] => {
        const properties = content.find((one) => typeof one !== 'string' && one.name === 'style:text-properties') as
          | Element
          | undefined
        return [
          attributes['style:name'] ?? '',
          {
            isBold: /^(bold|[6-9]00)$/.test(properties?.attributes['fo:font-weight'] ?? ''),
            isItalic: /^(italic|oblique)$/.test(properties?.attributes['fo:font-style'] ?? ''),
          },
        ]
      }),
    ),
  )

const numberedOf = (roots: readonly Element[]) =>
  new Set(
    roots.flatMap((root) =>
      within(root, 'text:list-style').flatMap((style) =>
        children(style, 'text:list-level-style-number').map(
          ({ attributes }) => `${style.attributes['style:name']} ${attributes['text:level'] ?? 1}`,
        ),
      ),
    ),
  )

const count = (value: string | undefined, most: number) => Math.min(Number(value ?? 1) || 1, most)

const frameOf = (frame: Element, book: Book): string => {
  const box = at(frame, 'draw:text-box')
  if (box) return blocks(box, book)
  const name = at(frame, 'draw:image')?.attributes['xlink:href']?.replace(/^\.\//, '') ?? ''
  const alt = textOf(at(frame, 'svg:desc')) || textOf(at(frame, 'svg:title'))
  return picture(name, book.files.get(name), alt)
}

const inline = (element: Element, book: Book): string =>
  element.content
    .map((one) => {
      if (typeof one === 'string') return escapeHtml(one.replace(/\s+/g, ' '))
      const { attributes, name } = one
      switch (name) {
        case 'text:s':
          return '&nbsp;'.repeat(count(attributes['text:c'], 80))
        case 'text:tab':
          return ' &emsp;'
        case 'text:line-break':
          return '<br>'
        case 'text:span':
          return styled(inline(one, book), book.looks.get(attributes['text:style-name'] ?? '') ?? PLAIN)
        case 'text:a':
          return tag('a', inline(one, book), { href: attributes['xlink:href'] })
        case 'draw:frame':
          return frameOf(one, book)
        case 'text:note':
          book.footnotes.push(blocks(at(one, 'text:note-body'), book))
          return tag('sup', `[${book.footnotes.length}]`)
        case 'office:annotation':
        case 'text:tracked-changes':
          return ''
        default:
          return inline(one, book)
      }
    })
    .join('')

const listOf = (element: Element, book: Book, style: string, level: number): string => {
  const own = element.attributes['text:style-name'] ?? style
  const items = children(element, 'text:list-header', 'text:list-item').map((item) => {
    const inner = elementsOf(item).map((one) =>
      one.name === 'text:list' ? listOf(one, book, own, level + 1) : blocks({ ...item, content: [one] }, book),
    )
    return tag('li', inner.join(''))
  })
  return tag(book.numbered.has(`${own} ${level}`) ? 'ol' : 'ul', items.join(''))
}

const tableOf = (element: Element, book: Book): string => {
  const rowsOf = (element: Element): Element[] =>
    elementsOf(element).flatMap((one) => {
      if (one.name === 'table:table-row') return [one]
      return /^table:table-(rows|header-rows|row-group)$/.test(one.name) ? rowsOf(one) : []
    })
  const rows = rowsOf(element).map((row) =>
    children(row, 'table:table-cell').map((cell): Cell => {
      const lines = elementsOf(cell)
      const html = lines.every(({ name }) => name === 'text:p')
        ? lines.map((line) => inline(line, book)).join('<br>')
        : blocks(cell, book)
      return {
        html,
        columns: count(cell.attributes['table:number-columns-spanned'], 1000),
        rows: count(cell.attributes['table:number-rows-spanned'], 1000),
      }
    }),
  )
  const heads = within(element, 'table:table-header-rows')[0]
  return table(rows, heads ? rowsOf(heads).length : 0, element.attributes['table:name'] ?? 'Table')
}

const blocks = (element: Element | undefined, book: Book): string =>
  elementsOf(element)
    .map((one) => {
      switch (one.name) {
        case 'text:h':
          return tag(`h${count(one.attributes['text:outline-level'], 6)}`, inline(one, book))
        case 'text:p': {
          const html = inline(one, book)
          const look = book.looks.get(one.attributes['text:style-name'] ?? '') ?? PLAIN
          // What a frame holds are blocks, which no paragraph may hold.
          if (within(one, 'draw:text-box').length > 0) return tag('div', html)
          return html.trim() && tag('p', styled(html, look))
        }
        case 'text:list':
          return listOf(one, book, '', 1)
        case 'table:table':
          return tableOf(one, book)
        case 'draw:frame':
          return frameOf(one, book)
        case 'text:tracked-changes':
        case 'office:forms':
        case 'text:sequence-decls':
          return ''
        default:
          return blocks(one, book)
      }
    })
    .join('')

/** A text of LibreOffice and others: headings, paragraphs, lists, tables, pictures, links and footnotes. */
export const odtToHtml = (bytes: Uint8Array): string => {
  const files = openArchive(bytes, (name) => /^(content|styles)\.xml$|^Pictures\//.test(name))
  const content = parseXml(files.get('content.xml'))
  const roots = [content, ...(files.has('styles.xml') ? [parseXml(files.get('styles.xml'))] : [])]
  const book: Book = { files, looks: looksOf(roots), numbered: numberedOf(roots), footnotes: [] }
  const html = blocks(at(content, 'office:body', 'office:text'), book)
  const notes = book.footnotes.map((one) => tag('li', one)).join('')
  return html + (notes && tag('h2', 'Footnotes') + tag('ol', notes))
}
