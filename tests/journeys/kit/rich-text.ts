import fc from 'fast-check'

/** One formatted part of a text as any author may have written it: every tag and attribute that the cleaner keeps (PGB-034). */
type Html = fc.Arbitrary<string>

const attributes = (...pairs: (readonly [string, readonly string[]])[]): Html =>
  fc
    .tuple(
      ...pairs.map(([name, values]) =>
        fc.option(
          fc.constantFrom(...values).map((value) => ` ${name}="${value}"`),
          { nil: '', freq: 2 },
        ),
      ),
    )
    .map((parts) => parts.join(''))

const CARRIED = [
  ['class', ['note', 'wide lead']],
  ['style', ['color:#c00', 'background-color:rgb(1, 2, 3)', 'text-align:center', 'color:var(--primary);width:40px']],
  ['title', ['A word']],
  ['dir', ['rtl']],
  ['lang', ['fr']],
] as const
const carried = attributes(...CARRIED)

const word = fc.constantFrom('rope', 'harness', 'a lamp', 'fire &amp; smoke', 'first-aid box', '3 &lt; 4')
const image = attributes(
  ['alt', ['A ladder']],
  ['width', ['40']],
  ['height', ['30']],
  ['loading', ['lazy']],
  ...CARRIED,
).map((more) => `<img src="/favicon.ico"${more}>`)
const link = attributes(['target', ['_blank', '_self']], ['rel', ['nofollow']], ...CARRIED)

const { inline } = fc.letrec<{ inline: string; marked: string }>((tie) => ({
  marked: fc
    .tuple(
      fc.constantFrom(
        'strong',
        'b',
        'em',
        'i',
        'u',
        's',
        'del',
        'ins',
        'sub',
        'sup',
        'small',
        'mark',
        'abbr',
        'code',
        'span',
      ),
      carried,
      tie('inline') as Html,
    )
    .map(([tag, more, inner]) => `<${tag}${more}>${inner}</${tag}>`),
  inline: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    word,
    image,
    fc.tuple(word, word).map((lines) => lines.join('<br>')),
    fc.tuple(word, tie('marked') as Html, word).map((parts) => parts.join(' ')),
    fc
      .tuple(link, word, carried)
      .map(([more, text, of]) => `<a href="https://example.com/a"${more}>${text}<em${of}>!</em></a>`),
    tie('marked') as Html,
  ),
}))

const of = (tag: string, inner: Html, more: Html = carried): Html =>
  fc.tuple(more, inner).map(([attribute, content]) => `<${tag}${attribute}>${content}</${tag}>`)
const several = (item: Html, minLength = 1): Html =>
  fc.array(item, { minLength, maxLength: 3 }).map((items) => items.join(''))

const { block } = fc.letrec<{ block: string; inside: string; list: string; table: string }>((tie) => {
  const inside = tie('inside') as Html
  const cell = fc.oneof(
    of('td', inside, attributes(['colspan', ['2']], ['rowspan', ['2']], ...CARRIED)),
    of('th', inside, attributes(['scope', ['col', 'row']], ['colspan', ['2']], ...CARRIED)),
  )
  const rows = several(of('tr', several(cell, 0)))
  const maybe = (part: Html): Html => fc.option(part, { nil: '' })
  const column = attributes(['span', ['2']], ['width', ['40']], ...CARRIED)
  return {
    // A part contains text without a paragraph, blocks, text with a list below it, or nothing.
    inside: fc.oneof(
      { maxDepth: 3 },
      inline,
      fc.constant(''),
      fc.tuple(inline, tie('list') as Html).map((parts) => parts.join('')),
      several(tie('block') as Html),
    ),
    list: fc.oneof(
      of('ul', several(of('li', inside))),
      of('ol', several(of('li', inside)), attributes(['start', ['4']], ['type', ['a', 'I']], ...CARRIED)),
    ),
    table: fc
      .tuple(
        maybe(of('caption', inline)),
        maybe(of('colgroup', several(column.map((more) => `<col${more}>`)), carried)),
        maybe(of('thead', rows)),
        of('tbody', rows),
        maybe(of('tfoot', rows)),
        carried,
      )
      .map(
        ([caption, columns, head, body, foot, more]) =>
          `<table${more}>${caption}${columns}${head}${body}${foot}</table>`,
      ),
    block: fc.oneof(
      { maxDepth: 3 },
      of('p', inline),
      fc.constantFrom('h1', 'h2', 'h3', 'h4', 'h5', 'h6').chain((tag) => of(tag, inline)),
      carried.map((more) => `<hr${more}>`),
      of('div', inside),
      of('blockquote', inside, attributes(['cite', ['https://example.com/b']], ...CARRIED)),
      of('pre', fc.oneof(inline, fc.constant('<code class="language-js">a = 1\n  b = 2\n\nc</code>'))),
      tie('list') as Html,
      of('dl', several(fc.tuple(of('dt', inside), of('dd', inside)).map((pair) => pair.join('')))),
      of(
        'figure',
        fc.tuple(image, of('figcaption', inline)).map((parts) => parts.join('')),
      ),
      tie('table') as Html,
    ),
  }
})

/** One part of a formatted text, of any kind. */
export const formattedPart: Html = block

/** Texts with many parts each, the same in every run. */
export const formattedTexts = (): string[] =>
  fc.sample(
    fc.array(block, { minLength: 12, maxLength: 16 }).map((blocks) => blocks.join('')),
    { seed: 33, numRuns: 3 },
  )

/**
 * The content and look of a text in comparable lines: each text run, picture, line and empty part below
 * the parts that contain it. The order of marks around the same words does not matter, nor which of two tags with the same
 * look is used; a style is compared as a browser reads it. Runs in the page.
 */
export const formOf = (html: string): string[] => {
  const MARKS = 'strong b em i u s del ins sub sup small mark abbr code span a'.split(' ')
  const BASIC = ['strong', 'em', 'u', 's']
  const SAME: Record<string, string> = { b: 'strong', i: 'em', del: 's' }
  const template = document.createElement('template')
  template.innerHTML = html
  const described = (element: Element) => {
    const style = (element as HTMLElement).style.cssText
    const more = element
      .getAttributeNames()
      .filter((name) => name !== 'style')
      .sort()
      .map((name) => `${name}=${element.getAttribute(name)}`)
    return [SAME[element.localName] ?? element.localName, ...more, ...(style ? [style] : [])].join(' ')
  }
  const lines: { at: string; text: string }[] = []
  const walk = (node: Node, blocks: string[], marks: string[]) => {
    const at = (ofMarks: string[]) => `${blocks.join(' > ')} [${[...new Set(ofMarks)].sort().join('; ')}]`
    if (node.nodeType === Node.TEXT_NODE) {
      const isPre = blocks.some((name) => name.startsWith('pre'))
      const text = isPre ? (node.textContent ?? '') : (node.textContent ?? '').replace(/\s+/g, ' ')
      const last = lines.at(-1)
      if (last?.at === at(marks)) last.text += text
      else lines.push({ at: at(marks), text })
      return
    }
    const element = node as Element
    if (element.localName === 'br' || element.localName === 'hr' || element.localName === 'col')
      return void lines.push({ at: at([]), text: described(element) })
    if (element.localName === 'img') return void lines.push({ at: at(marks), text: described(element) })
    const isMark = MARKS.includes(element.localName)
    // A mark without attributes does not matter.
    const says = !(element.localName === 'span' && element.attributes.length === 0)
    // In bold within bold, the inner one counts.
    const name = SAME[element.localName] ?? element.localName
    const others = BASIC.includes(name) ? marks.filter((mark) => mark.split(' ')[0] !== name) : marks
    const inner = isMark && says ? [...others, described(element)] : marks
    // The start of a part counts, so two equal parts are not taken for one.
    const within = isMark ? blocks : [...blocks, described(element)]
    if (!isMark) lines.push({ at: within.join(' > '), text: '' })
    for (const child of element.childNodes) walk(child, within, inner)
  }
  for (const child of template.content.childNodes) walk(child, [], [])
  return lines.filter(({ at, text }) => !at.endsWith(']') || text !== '').map(({ at, text }) => `${at}: ${text}`)
}
