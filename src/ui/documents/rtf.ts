import { type Cell, escapeHtml, type ListLine, picture, styled, table, tag, withLists } from './markup.ts'

type State = {
  /** Where the text of this group goes. */
  into: 'body' | 'nowhere' | 'fonts' | 'styles' | 'picture' | 'field' | 'mark'
  isBold: boolean
  isItalic: boolean
  isHidden: boolean
  font: number
  /** How many characters stand for those who do not read Unicode (`\uc`). */
  fallback: number
  /** What closes when the group ends. */
  closing: string
}

const ENCODINGS: Record<number, string> = {
  437: 'windows-1252',
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  10000: 'macintosh',
  65001: 'utf-8',
}
const encodingOf = (page: number) =>
  ENCODINGS[page] ?? (page >= 1250 && page <= 1258 ? `windows-${page}` : 'windows-1252')

/** Code pages by the character set of a font. */
const CHARSETS: Record<number, number> = {
  128: 932,
  129: 949,
  134: 936,
  136: 950,
  161: 1253,
  162: 1254,
  163: 1258,
  177: 1255,
  178: 1256,
  186: 1257,
  204: 1251,
  222: 874,
  238: 1250,
}

const SYMBOLS: Record<string, string> = {
  emdash: '—',
  endash: '–',
  bullet: '•',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  emspace: ' ',
  enspace: ' ',
  tab: '\t',
  '~': '\u00a0',
  _: '\u2011',
  '\\': '\\',
  '{': '{',
  '}': '}',
}
const NOWHERE = new Set(
  'colortbl info header headerl headerr headerf footer footerl footerr footerf nonshppict objdata filetbl revtbl listtable listoverridetable template xe tc'.split(
    ' ',
  ),
)
/** Groups that a reader may skip but that we read. */
const KNOWN = new Set(['shppict', 'fldinst'])
const TOKEN = /\\([a-z]+)(-?\d+)? ?|\\'([\da-f]{2})|\\([^a-z])|([{}])|([^\\{}\r\n]+)/gi

/** A rich text: headings, paragraphs, lists, tables, pictures and links. Objects inside of it are not opened. */
export const rtfToHtml = (bytes: Uint8Array): string => {
  const source = new TextDecoder('latin1').decode(bytes)
  if (!source.startsWith('{\\rtf')) throw new Error('This is no rich text')
  const parts: (string | ListLine)[] = []
  const fonts = new Map<number, number>()
  const styles = new Map<number, number>()
  const stack: State[] = []
  let state: State = {
    into: 'body',
    isBold: false,
    isItalic: false,
    isHidden: false,
    font: 0,
    fallback: 1,
    closing: '',
  }
  let page = 1252
  // The paragraph that is being read, its run of one look, and bytes that wait for the rest of their character.
  let line = ''
  let run = ''
  let waiting: number[] = []
  let skipping = 0
  let field = ''
  let mark: string | null = null
  let level = 0
  let heading = 0
  let style = { number: -1, name: '' }
  let image = { kind: '', hex: '' }
  let isInTable = false
  let row: Cell[] = []
  let rows: Cell[][] = []

  const settle = () => {
    if (waiting.length === 0) return
    const encoding = encodingOf(fonts.get(state.font) ?? page)
    run += new TextDecoder(encoding).decode(Uint8Array.from(waiting))
    waiting = []
  }
  const flush = () => {
    settle()
    if (run) line += styled(escapeHtml(run), state)
    run = ''
  }
  const endTable = () => {
    if (rows.length > 0) parts.push(table(rows, 0, 'Table'))
    rows = []
  }
  const takeLine = (): string => {
    flush()
    const taken = line.trim()
    line = ''
    return taken
  }
  const endParagraph = () => {
    if (isInTable) {
      flush()
      line += '<br>'
      return
    }
    endTable()
    const html = takeLine()
    if (html && heading > 0) parts.push(tag(`h${Math.min(heading, 6)}`, html))
    else if (html && mark !== null) parts.push({ level, isNumbered: /[\da-z]/i.test(mark), html })
    else if (html) parts.push(tag('p', html))
    mark = null
  }
  const write = (text: string) => {
    if (state.into === 'body' && !state.isHidden) run += text
    else if (state.into === 'field') field += text
    else if (state.into === 'mark') mark = (mark ?? '') + text
    else if (state.into === 'styles') style.name += text
    else if (state.into === 'picture') image.hex += text
  }
  const open = (into: State['into']) => {
    flush()
    state.into = into
  }
  const enter = (word: string) => {
    if (word === 'fonttbl') open('fonts')
    else if (word === 'stylesheet') open('styles')
    else if (word === 'listtext' || word === 'pntext') {
      open('mark')
      mark = ''
    } else if (word === 'fldinst') {
      open('field')
      field = ''
    } else if (word === 'fldrslt') {
      flush()
      const address = /HYPERLINK\s+"([^"]+)"/i.exec(field)?.[1]
      field = ''
      if (!address) return
      line += `<a href="${escapeHtml(address)}">`
      state.closing = '</a>'
    } else if (word === 'pict') {
      open('picture')
      image = { kind: '', hex: '' }
    } else if (word === 'footnote') {
      flush()
      line += ' ['
      state.closing = ']'
    } else if (NOWHERE.has(word)) open('nowhere')
  }
  const leave = () => {
    flush()
    if (state.into === 'picture' && stack.at(-1)?.into !== 'picture') {
      const hex = image.hex.replace(/[^\da-f]/gi, '')
      const content = Uint8Array.from({ length: hex.length >> 1 }, (_, at) =>
        Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16),
      )
      line += picture(`picture.${image.kind}`, content, '')
    }
    line += state.closing
    state = stack.pop() ?? state
  }
  /** What changes the look ends a run first. */
  const look = (change: Partial<State>) => {
    flush()
    Object.assign(state, change)
  }
  const word = (name: string, value: number | undefined) => {
    const isOn = value !== 0
    if (name === 'u') {
      settle()
      write(String.fromCharCode((value ?? 63) & 0xffff))
      skipping = state.fallback
    } else if (name === 'uc') state.fallback = value ?? 1
    else if (name === 'ansicpg') page = value ?? page
    else if (name === 'b') look({ isBold: isOn })
    else if (name === 'i') look({ isItalic: isOn })
    else if (name === 'v' || name === 'deleted') look({ isHidden: isOn })
    else if (name === 'plain') look({ isBold: false, isItalic: false, isHidden: false })
    else if (name === 'f') look({ font: value ?? 0 })
    else if (name === 'fcharset' && state.into === 'fonts') {
      const known = CHARSETS[value ?? 0]
      if (known) fonts.set(state.font, known)
    } else if (name === 's' && state.into === 'styles') style = { number: value ?? -1, name: '' }
    else if (state.into === 'picture') {
      if (name === 'pngblip') image.kind = 'png'
      else if (name === 'jpegblip') image.kind = 'jpg'
    } else if (state.into !== 'body') enter(name)
    else if (name === 'par' || name === 'sect' || name === 'page') endParagraph()
    else if (name === 'line') {
      flush()
      line += '<br>'
    } else if (name === 'pard') {
      isInTable = false
      heading = 0
      level = 0
    } else if (name === 'intbl') isInTable = true
    else if (name === 's') heading = styles.get(value ?? -1) ?? 0
    else if (name === 'outlinelevel') heading = (value ?? 8) < 6 ? (value ?? 0) + 1 : 0
    else if (name === 'ilvl') level = value ?? 0
    else if (name === 'cell') row.push({ html: takeLine().replace(/(<br>)+$/, '') })
    else if (name === 'row') {
      if (row.length > 0) rows.push(row)
      row = []
    } else enter(name)
  }

  TOKEN.lastIndex = 0
  for (let match = TOKEN.exec(source); match; match = TOKEN.exec(source)) {
    const [, name, value, hex, symbol, brace, text] = match
    if (brace === '{') {
      flush()
      stack.push(state)
      state = { ...state, closing: '' }
      // A group that a reader may leave out says so first.
      const optional = /^\s*\\\*\s*\\([a-z]+)/.exec(source.slice(TOKEN.lastIndex, TOKEN.lastIndex + 60))
      if (optional && !KNOWN.has(optional[1] ?? '')) state.into = 'nowhere'
    } else if (brace) {
      if (state.into === 'styles' && style.number >= 0) {
        const depth = /heading (\d)/i.exec(style.name)?.[1]
        if (depth) styles.set(style.number, Number(depth))
        style = { number: -1, name: '' }
      }
      leave()
    } else if (name === 'bin') TOKEN.lastIndex += Math.max(0, Number(value ?? 0))
    else if (state.into === 'nowhere') continue
    else if (name && SYMBOLS[name]) write(SYMBOLS[name])
    else if (name) word(name, value === undefined ? undefined : Number(value))
    else if (hex) {
      if (skipping > 0) skipping -= 1
      else if (state.into === 'body' && !state.isHidden) waiting.push(Number.parseInt(hex, 16))
    } else if (symbol) {
      if (symbol === '\n' || symbol === '\r') word('par', undefined)
      else if (SYMBOLS[symbol]) write(SYMBOLS[symbol])
    } else if (text) {
      settle()
      write(text.slice(skipping))
      skipping = 0
    }
  }
  endParagraph()
  endTable()
  return withLists(parts)
}
