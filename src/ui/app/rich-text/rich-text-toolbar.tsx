import { type ChainedCommands, type Editor, useEditorState } from '@tiptap/react'
import { type KeyboardEvent, useRef, useState } from 'react'
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
  IconUnderline,
} from '../../icons.tsx'
import { buttonClass } from '../../public/parts/button.tsx'
import styles from './rich-text.module.css'
import type { RichTextMode } from './rich-text-schema.ts'

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
  /** A tool that asks in a dialog. */
  dialog?: 'link' | 'picture'
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
  { name: 'link', label: 'Link', icon: IconLink, dialog: 'link' },
  { name: 'image', label: 'Picture', icon: IconPhoto, dialog: 'picture' },
]

type ToolbarProps = {
  label: string
  mode: RichTextMode
  editor: Editor | null
  onLink: () => void
  /** Absent where the text holds no pictures. */
  onPicture?: (() => void) | undefined
}

/** The buttons above formatted text: one stop of Tab; the arrows go through them (UIX-032). */
export function RichTextToolbar({ label, mode, editor, onLink, onPicture }: ToolbarProps) {
  const [current, setCurrent] = useState(0)
  const row = useRef<HTMLDivElement>(null)
  const dialogs = { link: onLink, picture: onPicture }
  const tools = TOOLS.filter(({ isFull, dialog }) => (!isFull || mode === 'full') && (!dialog || dialogs[dialog]))
  const on = useEditorState({
    editor,
    selector: ({ editor: now }) =>
      TOOLS.filter(({ name, level }) => now?.isActive(name, level && { level })).map(({ label: word }) => word),
  })
  const onKeyDown = (event: KeyboardEvent) => {
    const last = tools.length - 1
    const steps: Record<string, number> = {
      ArrowRight: current === last ? 0 : current + 1,
      ArrowLeft: current === 0 ? last : current - 1,
      Home: 0,
      End: last,
    }
    const next = steps[event.key]
    if (next === undefined) return
    event.preventDefault()
    setCurrent(next)
    row.current?.querySelectorAll('button')[next]?.focus()
  }
  return (
    <div ref={row} role="toolbar" aria-label={`Format ${label}`} className={styles.toolbar} onKeyDown={onKeyDown}>
      {tools.map(({ label: word, key, icon: Drawing, run, dialog }, index) => (
        <button
          key={word}
          type="button"
          className={buttonClass({ variant: 'ghost', size: 'sm' }, styles.tool)}
          aria-label={word}
          aria-pressed={run && Boolean(on?.includes(word))}
          title={key ? `${word} (Ctrl+${key})` : word}
          tabIndex={index === current ? 0 : -1}
          // Keeps the selection.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => {
            setCurrent(index)
            if (dialog) dialogs[dialog]?.()
            else if (editor && run) run(editor.chain().focus()).run()
          }}
        >
          <Drawing size={18} />
        </button>
      ))}
    </div>
  )
}
