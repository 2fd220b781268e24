import type { ChainedCommands, Editor } from '@tiptap/react'
import { useRef } from 'react'
import {
  type Icon,
  IconBlockquote,
  IconBold,
  IconH2,
  IconH3,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
  IconPhoto,
  IconTable,
  IconUnderline,
} from '../../icons.tsx'
import styles from './rich-text.module.css'
import type { RichTextMode } from './rich-text-schema.ts'
import { headingsAt, insertTable } from './rich-text-table.ts'
import { TableToolbar } from './table-toolbar.tsx'
import { ToolRow } from './tool-row.tsx'
import { useEditorValue } from './use-editor-value.ts'

type Tool = {
  /** The part of the schema that it makes; `level` is that of headings. */
  name: string
  level?: 2 | 3
  label: string
  key?: string
  icon: Icon
  run?: (chain: ChainedCommands) => ChainedCommands
  /** Only where the mode keeps it (PGB-033). */
  isFull?: boolean
  /** A tool that does not simply change the text. */
  special?: 'link' | 'picture' | 'table'
}
const TOOLS: readonly Tool[] = [
  { name: 'bold', label: 'Bold', key: 'B', icon: IconBold, run: (chain) => chain.toggleBold() },
  { name: 'italic', label: 'Italic', key: 'I', icon: IconItalic, run: (chain) => chain.toggleItalic() },
  { name: 'underline', label: 'Underline', key: 'U', icon: IconUnderline, run: (chain) => chain.toggleUnderline() },
  {
    name: 'heading',
    level: 2,
    label: 'Heading',
    icon: IconH2,
    run: (chain) => chain.toggleHeading({ level: 2 }),
    isFull: true,
  },
  {
    name: 'heading',
    level: 3,
    label: 'Subheading',
    icon: IconH3,
    run: (chain) => chain.toggleHeading({ level: 3 }),
    isFull: true,
  },
  { name: 'blockquote', label: 'Quote', icon: IconBlockquote, run: (chain) => chain.toggleBlockquote(), isFull: true },
  { name: 'bulletList', label: 'Bulleted list', icon: IconList, run: (chain) => chain.toggleBulletList() },
  { name: 'orderedList', label: 'Numbered list', icon: IconListNumbers, run: (chain) => chain.toggleOrderedList() },
  { name: 'link', label: 'Link', icon: IconLink, special: 'link' },
  { name: 'image', label: 'Picture', icon: IconPhoto, special: 'picture' },
  { name: 'table', label: 'Table', icon: IconTable, special: 'table', isFull: true },
]

/** What the mode of headings keeps (PGB-031). */
const IN_HEADINGS = ['bold', 'italic', 'underline', 'link']

/** The words of the tools whose part of the schema somebody writes in, one per line. */
const activeTools = (editor: Editor): string =>
  TOOLS.filter(({ name, level }) => editor.isActive(name, level && { level }))
    .map(({ label }) => label)
    .join('\n')

/** Texts that can be inserted, each with what it stands for. */
export type Insertions = readonly (readonly [text: string, label: string])[]

type ToolbarProps = {
  label: string
  mode: RichTextMode
  editor: Editor | null
  /** Does something with the editor, at once or as soon as it is there. */
  onEditor: (work: (editor: Editor) => void) => void
  onLink: (editor: Editor) => void
  /** Absent where the text holds no pictures. */
  onPicture?: ((editor: Editor) => void) | undefined
  insertions?: Insertions | undefined
}

/** The buttons above formatted text, and below them those of the table in which somebody writes. */
export function RichTextToolbar(props: ToolbarProps) {
  const { label, mode, editor, onEditor, onLink, onPicture, insertions } = props
  const table = useRef<HTMLDivElement>(null)
  const on = useEditorValue(editor, activeTools, '').split('\n')
  const headings = useEditorValue(editor, headingsAt, null)
  const openTable = (now: Editor) => {
    if (headings !== null) table.current?.querySelector<HTMLElement>('button[tabindex="0"]')?.focus()
    else insertTable(now)
  }
  const special = { link: onLink, picture: onPicture, table: openTable }
  const isKept = ({ isFull, name }: Tool) =>
    mode === 'heading' ? IN_HEADINGS.includes(name) : !isFull || mode === 'full'
  const tools = TOOLS.filter((tool) => isKept(tool) && (!tool.special || special[tool.special]))
  return (
    <>
      <ToolRow
        label={`Format ${label}`}
        tools={tools.map(({ label: word, key, icon, run, special: kind }) => ({
          label: word,
          title: key ? `${word} (Ctrl+${key})` : word,
          icon,
          isOn: run && on.includes(word),
          run: () =>
            onEditor((now) => {
              if (kind) special[kind]?.(now)
              else if (run) run(now.chain().focus()).run()
            }),
        }))}
      />
      {insertions && (
        <select
          className={styles.insert}
          aria-label="Insert a placeholder"
          value=""
          onChange={({ currentTarget: { value } }) => onEditor((now) => now.chain().focus().insertContent(value).run())}
        >
          <option value="">Insert placeholder…</option>
          {insertions.map(([text, word]) => (
            <option key={text} value={text}>
              {word}
            </option>
          ))}
        </select>
      )}
      {editor && headings !== null && <TableToolbar ref={table} label={label} editor={editor} hasHeadings={headings} />}
    </>
  )
}
