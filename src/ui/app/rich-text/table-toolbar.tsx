import type { Editor } from '@tiptap/react'
import type { Ref } from 'react'
import {
  IconColumnInsertRight,
  IconColumnRemove,
  IconRowInsertBottom,
  IconRowRemove,
  IconTableOff,
  IconTableRow,
} from '../../icons.tsx'
import { changeTable } from './rich-text-table.ts'
import { addColumn, addRow, removeColumn, removeRow, type TableNode, toggleHeadings } from './table-changes.ts'
import { type RowTool, ToolRow } from './tool-row.tsx'

type TableToolbarProps = { label: string; editor: Editor; hasHeadings: boolean; ref?: Ref<HTMLDivElement> }

/** What can be done with the table in which somebody writes (BLD-090). */
export function TableToolbar({ label, editor, hasHeadings, ref }: TableToolbarProps) {
  const removeTable = (_: TableNode) => null
  const tools: RowTool[] = [
    { label: 'Add row below', icon: IconRowInsertBottom, run: () => changeTable(editor, addRow) },
    { label: 'Add column to the right', icon: IconColumnInsertRight, run: () => changeTable(editor, addColumn) },
    { label: 'Remove row', icon: IconRowRemove, run: () => changeTable(editor, removeRow) },
    { label: 'Remove column', icon: IconColumnRemove, run: () => changeTable(editor, removeColumn) },
    { label: 'Header row', icon: IconTableRow, isOn: hasHeadings, run: () => changeTable(editor, toggleHeadings) },
    { label: 'Remove table', icon: IconTableOff, run: () => changeTable(editor, removeTable) },
  ]
  return <ToolRow label={`Table in ${label}`} tools={tools} {...(ref && { ref })} />
}
