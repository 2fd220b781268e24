import { PUBLIC_MEDIA, TEXT_PICTURES } from '#kernel/uploads/picture-widths.ts'
import { newUuid } from '../../kept/new-uuid.ts'
import { TAKING } from './rich-text-parts.ts'

/** What says bold, italic and underlined in texts of other programs; the editor makes marks of it. */
const MEANT = ['font-weight', 'font-style', 'text-decoration', 'text-decoration-line']

/** Pictures at addresses that lead nowhere for others, or run out: in a file, in the text itself, at Google. */
const LOST_PICTURE =
  /^(?:$|file:|data:|blob:|cid:|about:|webkit-fake-url:)|^https?:\/\/[\w.-]*googleusercontent\.com\//i

const BLOCKS = 'p, div, ul, ol, dl, table, pre, blockquote, figure, hr, h1, h2, h3, h4, h5, h6'

/** What an editor of ours has put into the clipboard comes back in its own form. */
const isOwn = (html: string) => html.includes('data-pm-slice')

const styleOf = (element: Element): string => element.getAttribute('style') ?? ''
const unwrap = (element: Element) => element.replaceWith(...element.childNodes)
const isBlank = (element: Element) =>
  (element.textContent ?? '').replace(/[\s\u00a0]/g, '') === '' && !element.querySelector(`img, hr, table, [${TAKING}]`)

/** What Word says of a paragraph that is an item of a list: its level, and the sign before it. */
const wordItem = (paragraph: Element) => {
  const level = /mso-list:\s*l\d+\s+level(\d)/i.exec(styleOf(paragraph))?.[1]
  if (!level) return null
  const sign = [...paragraph.querySelectorAll('span')].find((span) => /mso-list:\s*ignore/i.test(styleOf(span)))
  const text = (sign?.textContent ?? '').replace(/[\s\u00a0]/g, '')
  // "1.", "a)", "(iv)"; a single letter without a point is drawn by a symbol font.
  const number = /^\(?([\da-z]{1,5})[.)]$/i.exec(text)?.[1] ?? null
  return { level: Number(level), sign, number }
}

/** Word writes lists as paragraphs with a sign; they become lists within each other (BLD-080). */
const listsOfWord = (body: HTMLElement) => {
  const page = body.ownerDocument
  let open: { list: Element; level: number }[] = []
  let before: Element | null = null
  for (const paragraph of [...body.querySelectorAll('p, h1, h2, h3, h4, h5, h6')]) {
    const item = wordItem(paragraph)
    // A heading with a number of its own stays a heading.
    if (!item || paragraph.localName !== 'p') {
      item?.sign?.remove()
      continue
    }
    if (!before || before.parentElement !== paragraph.parentElement || nextOf(before) !== paragraph) open = []
    open = open.filter(({ level }) => level <= item.level)
    const kind = item.number ? 'ol' : 'ul'
    let last = open.at(-1)
    if (last?.level === item.level && last.list.localName !== kind) {
      open.pop()
      last = open.at(-1)
    }
    item.sign?.remove()
    const line = page.createElement('li')
    if (last?.level !== item.level) {
      const list = page.createElement(kind)
      if (Number(item.number) > 1) list.setAttribute('start', String(Number(item.number)))
      const parent = last?.list.lastElementChild
      if (parent) parent.append(list)
      else paragraph.before(list)
      last = { list, level: item.level }
      open.push(last)
    }
    last.list.append(line)
    before = open[0]?.list ?? null
    const words = page.createElement('p')
    words.append(...paragraph.childNodes)
    line.append(words)
    paragraph.remove()
  }
}

/** The element behind one, past white space and comments. */
const nextOf = (element: Element): Node | null => {
  let next = element.nextSibling
  while (
    next &&
    (next.nodeType === Node.COMMENT_NODE || (next.nodeType === Node.TEXT_NODE && !next.textContent?.trim()))
  )
    next = next.nextSibling
  return next
}

/** Lists of Google Docs and older programs stand in a list and not in its item. */
const nestLists = (body: HTMLElement) => {
  for (const list of [...body.querySelectorAll(':is(ul, ol) > :is(ul, ol)')]) {
    const item = list.previousElementSibling
    if (item?.localName === 'li') item.append(list)
    else {
      const line = body.ownerDocument.createElement('li')
      list.replaceWith(line)
      line.append(list)
    }
  }
}

/** The parts of other programs that carry no words. */
const removeRemains = (body: HTMLElement) => {
  for (const element of [...body.querySelectorAll('style, script, meta, link, title, xml')]) element.remove()
  for (const element of [...body.querySelectorAll('*')]) {
    if (!element.localName.includes(':')) continue
    // Drawings and form parts of Office; `o:p` ends its paragraphs.
    if (/^[vw]:/.test(element.localName)) element.remove()
    else unwrap(element)
  }
  for (const element of [...body.querySelectorAll('br.Apple-interchange-newline')]) element.remove()
  // Google Docs puts everything into one bold element that is not bold. Word's `mso-bidi-font-weight` says nothing here.
  for (const element of [...body.querySelectorAll('b')]) if (element.style.fontWeight === 'normal') unwrap(element)
  for (const element of [...body.querySelectorAll('font, a:not([href])')]) unwrap(element)
  // Links are underlined anyway.
  for (const element of [...body.querySelectorAll<HTMLElement>('a u, a[style], a [style]')])
    if (element.localName === 'u') unwrap(element)
    else element.style.removeProperty('text-decoration')
}

const removePictures = (body: HTMLElement): number => {
  const lost = [...body.querySelectorAll('img')].filter((picture) =>
    LOST_PICTURE.test(picture.getAttribute('src') ?? ''),
  )
  for (const picture of lost) picture.remove()
  return lost.length
}

/** Web pages count their visitors with pictures of one pixel. */
const isCounter = (picture: Element) =>
  ['width', 'height'].some((name) => /^[01]$/.test(picture.getAttribute(name) ?? ''))

/** A picture of ours, copied from a page that shows it in some width, under its permanent address. */
const ownAddress = (src: string, origin: string): string | null => {
  const path = src.startsWith(`${origin}/`) ? src.slice(origin.length) : src
  return [TEXT_PICTURES, PUBLIC_MEDIA].some((begin) => path.startsWith(begin)) ? path.replace(/[?#].*$/, '') : null
}

/** Gives every picture that is not in the library yet a place, and answers what stands there. */
const placePictures = (body: HTMLElement, origin: string): PastedPicture[] => {
  const placed: PastedPicture[] = []
  for (const picture of [...body.querySelectorAll('img')]) {
    const src = picture.getAttribute('src') ?? ''
    const own = ownAddress(src, origin)
    if (own) picture.setAttribute('src', own)
    else if (isCounter(picture)) picture.remove()
    else {
      const id = newUuid()
      const place = body.ownerDocument.createElement('span')
      place.setAttribute(TAKING, id)
      place.textContent = 'Picture'
      picture.replaceWith(place)
      placed.push({ id, address: src, alt: picture.getAttribute('alt') })
    }
  }
  return placed
}

/** `pictures` are those that are to be taken into the library; `pictures_left_out` counts those that cannot come. */
export type Pasted = { html: string; pictures: PastedPicture[]; pictures_left_out: number }
export type PastedPicture = { id: string; address: string; alt: string | null }

/**
 * Text from elsewhere without the looks of the place it comes from: headings, lists with their levels, tables, links and
 * emphasis stay; colors, sizes, the boxes of its layout and the remains of its program do not (PGB-034, BLD-080). Where the
 * text takes pictures, each has a place in it (BLD-081).
 */
export const plainPaste = (html: string, takesPictures: boolean, origin: string): Pasted => {
  if (isOwn(html)) return { html, pictures: [], pictures_left_out: 0 }
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  const pictures = takesPictures ? placePictures(body, origin) : []
  const picturesLeftOut = takesPictures ? 0 : removePictures(body)
  for (const title of [...body.querySelectorAll('p.MsoTitle')]) {
    const heading = body.ownerDocument.createElement('h1')
    heading.append(...title.childNodes)
    title.replaceWith(heading)
  }
  listsOfWord(body)
  removeRemains(body)
  nestLists(body)
  for (const element of body.querySelectorAll<HTMLElement>('[class], [style]')) {
    const styles = MEANT.map((name) => [name, element.style.getPropertyValue(name)] as const)
    element.removeAttribute('class')
    element.removeAttribute('style')
    for (const [name, value] of styles) if (value) element.style.setProperty(name, value)
  }
  for (const box of [...body.querySelectorAll('div')].reverse()) {
    const paragraph = body.ownerDocument.createElement('p')
    const holdsBlocks = box.querySelector(BLOCKS)
    if (!holdsBlocks) paragraph.append(...box.childNodes)
    box.replaceWith(...(holdsBlocks ? box.childNodes : [paragraph]))
  }
  // Other programs make room with empty paragraphs, and Google Docs with bare lines between blocks.
  for (const paragraph of [...body.querySelectorAll('p')])
    if (isBlank(paragraph) && !paragraph.closest('td, th')) paragraph.remove()
  if (body.querySelector(BLOCKS)) for (const line of [...body.querySelectorAll('body > br')]) line.remove()
  return { html: body.innerHTML, pictures, pictures_left_out: picturesLeftOut }
}
