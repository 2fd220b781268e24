/** What says bold, italic and underlined in texts of other programs; the editor makes marks of it. */
const MEANT = ['font-weight', 'font-style', 'text-decoration', 'text-decoration-line']

/** What an editor of ours has put into the clipboard comes back in its own form. */
const isOwn = (html: string) => html.includes('data-pm-slice')

/**
 * Text from elsewhere without the looks of the page it comes from: structure and emphasis stay, colors, sizes and the
 * boxes of its layout do not (PGB-034).
 */
export const plainPaste = (html: string): string => {
  if (isOwn(html)) return html
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const element of body.querySelectorAll<HTMLElement>('[class], [style]')) {
    const styles = MEANT.map((name) => [name, element.style.getPropertyValue(name)] as const)
    element.removeAttribute('class')
    element.removeAttribute('style')
    for (const [name, value] of styles) if (value) element.style.setProperty(name, value)
  }
  for (const box of [...body.querySelectorAll('div')].reverse()) {
    const paragraph = body.ownerDocument.createElement('p')
    const holdsBlocks = box.querySelector(
      'p, div, ul, ol, dl, table, pre, blockquote, figure, hr, h1, h2, h3, h4, h5, h6',
    )
    if (!holdsBlocks) paragraph.append(...box.childNodes)
    box.replaceWith(...(holdsBlocks ? box.childNodes : [paragraph]))
  }
  return body.innerHTML
}
