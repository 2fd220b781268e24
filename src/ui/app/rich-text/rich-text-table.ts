import type { Node } from '@tiptap/pm/model'
import { type EditorState, TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import type { Editor } from '@tiptap/react'
import { type CellPlace, hasHeadings, newTable, type TableChange, type TableNode } from './table-changes.ts'

type TablePosition = { table: Node; from: number; depth: number; at: CellPlace }

const countBefore = (table: Node, index: number): number => {
  let sections = 0
  table.forEach((child, _, at) => {
    if (at < index && child.type.name === 'tableSection') sections += 1
  })
  return sections
}

/** The innermost table in which somebody writes, and the cell. */
export const tableAt = ({ selection: { $from } }: EditorState): TablePosition | null => {
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    const table = $from.node(depth)
    if (table.type.name !== 'table' || $from.node(depth + 3)?.type.name !== 'tableCell') continue
    const at = {
      section: countBefore(table, $from.index(depth)),
      row: $from.index(depth + 1),
      cell: $from.index(depth + 2),
    }
    return { table, from: $from.before(depth), depth, at }
  }
  return null
}

/** Where a cell of a table begins, counted from the table. */
const offsetOf = (table: Node, { section, row, cell }: CellPlace): number => {
  let offset = 0
  let sections = -1
  table.forEach((child, sectionAt) => {
    if (child.type.name === 'tableSection') sections += 1
    if (sections !== section || child.type.name !== 'tableSection') return
    child.forEach((line, rowAt, rowIndex) => {
      if (rowIndex !== row) return
      line.forEach((_, cellAt, cellIndex) => {
        // One step into each of table, section, row and cell.
        if (cellIndex === cell) offset = sectionAt + rowAt + cellAt + 4
      })
    })
  })
  return offset
}

const select = (editor: Editor, from: number, at: CellPlace, table: Node, tr = editor.state.tr) => {
  tr.setSelection(TextSelection.near(tr.doc.resolve(from + offsetOf(table, at))))
  editor.view.dispatch(tr.scrollIntoView())
  editor.view.focus()
}

/** Changes the table in which somebody writes, who goes on in the cell that the change names. */
export const changeTable = (editor: Editor, change: (table: TableNode, at: CellPlace) => TableChange): void => {
  const current = tableAt(editor.state)
  if (!current) return
  const { table, from, at } = current
  const result = change(table.toJSON() as TableNode, at)
  const { tr, schema } = editor.state
  if (!result) {
    editor.view.dispatch(tr.delete(from, from + table.nodeSize).scrollIntoView())
    editor.view.focus()
    return
  }
  const next = schema.nodeFromJSON(result.table)
  select(editor, from, result.at, next, tr.replaceWith(from, from + table.nodeSize, next))
}

/** A table where somebody writes, with the cursor in its first cell, and a line below it to go on. */
export const insertTable = (editor: Editor): void => {
  const { $to } = editor.state.selection
  const isLast = $to.depth > 0 && $to.after(1) === editor.state.doc.content.size
  const line = { type: 'paragraph', attrs: { is_bare: false } }
  editor
    .chain()
    .focus()
    .insertContent([newTable(3, 2), ...(isLast ? [line] : [])])
    .run()
  const { doc, selection } = editor.state
  let begin = -1
  doc.nodesBetween(0, Math.min(selection.to, doc.content.size), (node, at) => {
    if (node.type.name === 'table') begin = at
  })
  const table = begin < 0 ? null : doc.nodeAt(begin)
  if (table) select(editor, begin, { section: 0, row: 0, cell: 0 }, table)
}

/** Whether the table in which somebody writes has a row of headings; null outside of tables. */
export const headingsAt = (editor: Editor): boolean | null => {
  const current = tableAt(editor.state)
  return current && hasHeadings(current.table.toJSON() as TableNode)
}

/** The first cells of all rows of a table. */
const rowsOf = (table: Node): CellPlace[] => {
  const rows: CellPlace[] = []
  let section = -1
  table.forEach((child) => {
    if (child.type.name !== 'tableSection') return
    section += 1
    child.forEach((_, __, row) => {
      rows.push({ section, row, cell: 0 })
    })
  })
  return rows
}

/** From the first or last line of a cell into the row above or below; browsers alone do not find empty cells. */
export const moveByRow = (view: EditorView, step: -1 | 1): boolean => {
  const { selection, tr } = view.state
  const current = tableAt(view.state)
  if (!current || !selection.empty || !view.endOfTextblock(step < 0 ? 'up' : 'down')) return false
  const { table, from, depth, at } = current
  const line = selection.$from.index(depth + 3)
  if (line !== (step < 0 ? 0 : selection.$from.node(depth + 3).childCount - 1)) return false
  const rows = rowsOf(table)
  const next = rows[rows.findIndex(({ section, row }) => section === at.section && row === at.row) + step]
  if (!next) return false
  const cells = table.nodeAt(offsetOf(table, next) - 3)?.childCount ?? 1
  const place = { ...next, cell: Math.min(at.cell, cells - 1) }
  const target = TextSelection.near(tr.doc.resolve(from + offsetOf(table, place)))
  view.dispatch(tr.setSelection(target).scrollIntoView())
  return true
}
