import type { Node } from '@tiptap/pm/model'
import type { Editor } from '@tiptap/react'

/** Private characters that stand for the ends of a selection while the editor takes a text over. */
const ENDS = { from: '\ue000', to: '\ue001' } as const

const parsed = (html: string): string => {
  const template = document.createElement('template')
  template.innerHTML = html
  return template.innerHTML
}

const insertMark = (range: Range, mark: string) => range.insertNode(document.createTextNode(mark))

/** Marks the selection in an element that no editor has taken over, so that it can be found again in the editor. */
const markSelection = (element: HTMLElement): void => {
  const selection = getSelection()
  const range = selection && selection.rangeCount > 0 ? selection.getRangeAt(0) : null
  if (!range || !element.contains(range.commonAncestorContainer)) return
  const [start, end] = [range.cloneRange(), range.cloneRange()]
  start.collapse(true)
  end.collapse(false)
  // The end goes first: what is put in at the start would move it.
  insertMark(end, ENDS.to)
  insertMark(start, ENDS.from)
}

/**
 * The text of an element in which somebody may have written before the editor was there: the browser lets them, because the
 * page comes with the element editable. Its selection is marked; `restoreSelection` takes the marks out again.
 */
export const readEarlyText = (element: HTMLElement, start: string): { html: string; isChanged: boolean } => {
  const now = element.innerHTML
  const isChanged = now !== parsed(start)
  markSelection(element)
  // Browsers begin a new line with a division; the editor would keep it as one.
  const html = start.includes('<div') ? element.innerHTML : element.innerHTML.replaceAll(/<(\/?)div>/g, '<$1p>')
  return { html, isChanged }
}

const placeOf = (doc: Node, mark: string): number | null => {
  let place: number | null = null
  doc.descendants((node, at) => {
    const index = node.isText ? (node.text ?? '').indexOf(mark) : -1
    if (index >= 0) place = at + index
    return place === null
  })
  return place
}

/** Selects in the editor what was selected before it was there; nobody can undo that. */
export const restoreSelection = (editor: Editor): void => {
  const { tr } = editor.state
  const places = [ENDS.from, ENDS.to].map((mark) => {
    const place = placeOf(tr.doc, mark)
    if (place !== null) tr.delete(place, place + 1)
    return place
  })
  const [from, to] = places
  if (from == null || to == null) return
  editor.view.dispatch(tr.setMeta('addToHistory', false).setMeta('preventUpdate', true))
  editor.commands.setTextSelection({ from, to })
}
