import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanHtml, cleanHtmlOrNull, HTML_MODES } from './html.ts'

const FORMATTED = HTML_MODES.filter((mode) => mode !== 'title-only')

describe('the heading mode', () => {
  test('keeps its tags and attributes and drops all others (PGB-030, PGB-031)', () => {
    const html =
      '<h2 class="big" style="color: #f00; text-align: center; position: fixed" onclick="x()" id="a">A <strong>b</strong><img src="/x.png"><p>c</p></h2>'
    expect(cleanHtml('heading', html)).toBe(
      '<h2 class="big" style="color:#f00;text-align:center">A <strong>b</strong>c</h2>',
    )
  })
  test('a link that opens a new window gets rel noopener in addition to the author’s values (PGB-024, PGB-025)', () => {
    expect(cleanHtml('heading', '<a href="/x" target="_blank" rel="nofollow">x</a>')).toBe(
      '<a href="/x" target="_blank" rel="nofollow noopener">x</a>',
    )
    expect(cleanHtml('heading', '<a href="/x" target="other">x</a>')).toBe('<a href="/x">x</a>')
  })
})

test('only-text keeps bold, italic, underline, links and lists (PGB-033)', () => {
  const html = '<p class="x">a <b>b</b> <i>i</i> <u>u</u> <a href="https://example.com">l</a></p><ul><li>1</li></ul>'
  expect(cleanHtml('only-text', html)).toBe(
    '<p>a <b>b</b> <i>i</i> <u>u</u> <a href="https://example.com">l</a></p><ul><li>1</li></ul>',
  )
  expect(cleanHtml('only-text', '<h1>t</h1><table><tr><td>c</td></tr></table><img src="/a.png">')).toBe('tc')
})

test('full keeps images, tables and formatting (PGB-033)', () => {
  const html =
    '<table><tbody><tr><td colspan="2" style="width:40px">c</td></tr></tbody></table><img src="https://example.com/a.png" alt="A" />'
  expect(cleanHtml('full', html)).toBe(html)
})

test('title-only is plain text on one line, kept as typed (PGB-033, VAL-035)', () => {
  expect(cleanHtml('title-only', ' List<String>\r\n a<b &amp; <script>x</script> ')).toBe(
    'List<String>  a<b &amp; <script>x</script>',
  )
})

test.each(['javascript:alert(1)', 'data:text/html,x', 'vbscript:x', ' java\nscript:alert(1)', 'file:///etc/passwd'])(
  'the scheme of %j is removed in every formatted mode (PGB-034, VAL-017)',
  (address) => {
    for (const mode of FORMATTED) {
      expect(cleanHtml(mode, `<a href="${address}">x</a>`)).not.toMatch(/script:|data:|file:/i)
      expect(cleanHtml(mode, `<img src="${address}">`)).not.toMatch(/script:|data:|file:/i)
    }
  },
)

test('schemes allowed by the URL rule and addresses within the portal stay (PGB-034, VAL-017)', () => {
  for (const address of ['http://example.com', 'ftp://example.com/a', 'mailto:a@example.com', 'tel:+15550100', '/faq'])
    expect(cleanHtml('full', `<a href="${address}">x</a>`)).toBe(`<a href="${address}">x</a>`)
})

const textOf = (html: string) => html.replace(/<[^>]*>|\s/g, '')

test('nothing executable survives, and cleaning once is enough (PGB-034)', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '<script>',
      '</script>',
      '<svg onload=alert(1)>',
      '<style>*{}</style>',
      '<a href="javascript:x">',
      '<p style="background:url(javascript:x)">',
      '<iframe src=//x>',
      '<table><tr><td>',
      '<!--',
      '-->',
      '<math><mtext>',
      '<img src=x onerror=y>',
      '"',
      '>',
      '&lt;script&gt;',
    ),
    fc.string(),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), fc.constantFrom('full', 'only-text', 'heading'), (parts, mode) => {
      const clean = cleanHtml(mode as 'full', parts.join(''))
      expect(clean).not.toMatch(/<(?:script|style|iframe|svg|math|object|form|input)\b/i)
      expect(clean).not.toMatch(/<[^>]*\s(?:on\w+\s*=|href="\s*javascript)/i)
      const again = cleanHtml(mode as 'full', clean)
      expect(textOf(again)).toBe(textOf(clean))
    }),
    { numRuns: 300 },
  )
})

test('well-formed content is not changed by being saved again (PGB-034)', () => {
  const { tree } = fc.letrec<{ tree: string; inline: string }>((tie) => ({
    inline: fc.oneof(
      fc.stringMatching(/^[\w ,.]{1,8}$/),
      fc
        .tuple(fc.constantFrom('strong', 'em', 'u', 'span'), tie('inline'))
        .map(([tag, inner]) => `<${tag}>${inner}</${tag}>`),
    ),
    tree: fc
      .array(fc.tuple(fc.constantFrom('p', 'h2', 'blockquote'), tie('inline')), { maxLength: 5 })
      .map((blocks) => blocks.map(([tag, inner]) => `<${tag}>${inner}</${tag}>`).join('')),
  }))
  fc.assert(fc.property(tree, (html) => cleanHtml('full', html) === html))
})

test('a text with nothing visible counts as empty (VAL-001)', () => {
  expect(cleanHtmlOrNull('full', '<p> &nbsp;</p>')).toBeNull()
  expect(cleanHtmlOrNull('full', '<p><img src="/a.png"></p>')).not.toBeNull()
  expect(cleanHtmlOrNull('full', null)).toBeNull()
})
