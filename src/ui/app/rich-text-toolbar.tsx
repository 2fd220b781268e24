import { type ChainedCommands, type Editor, useEditorState } from '@tiptap/react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { type Icon, IconBold, IconItalic, IconLink, IconList, IconListNumbers, IconUnderline } from '../icons.tsx'
import { buttonClass } from '../public/button.tsx'
import styles from './rich-text.module.css'

type Tool = { name: string; label: string; key?: string; icon: Icon; run?: (chain: ChainedCommands) => ChainedCommands }
const TOOLS: readonly Tool[] = [
  { name: 'bold', label: 'Bold', key: 'B', icon: IconBold, run: (chain) => chain.toggleBold() },
  { name: 'italic', label: 'Italic', key: 'I', icon: IconItalic, run: (chain) => chain.toggleItalic() },
  { name: 'underline', label: 'Underline', key: 'U', icon: IconUnderline, run: (chain) => chain.toggleUnderline() },
  { name: 'bulletList', label: 'Bulleted list', icon: IconList, run: (chain) => chain.toggleBulletList() },
  { name: 'orderedList', label: 'Numbered list', icon: IconListNumbers, run: (chain) => chain.toggleOrderedList() },
  { name: 'link', label: 'Link', icon: IconLink },
]

type ToolbarProps = { label: string; editor: Editor | null; onLink: () => void }

/** The buttons above formatted text: one stop of Tab; the arrows go through them (UIX-032). */
export function RichTextToolbar({ label, editor, onLink }: ToolbarProps) {
  const [current, setCurrent] = useState(0)
  const row = useRef<HTMLDivElement>(null)
  const on = useEditorState({
    editor,
    selector: ({ editor: now }) => TOOLS.filter(({ name }) => now?.isActive(name)).map(({ name }) => name),
  })
  const onKeyDown = (event: KeyboardEvent) => {
    const last = TOOLS.length - 1
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
      {TOOLS.map(({ name, label: word, key, icon: Drawing, run }, index) => (
        <button
          key={name}
          type="button"
          className={buttonClass({ variant: 'ghost', size: 'sm' }, styles.tool)}
          aria-label={word}
          aria-pressed={run && Boolean(on?.includes(name))}
          title={key ? `${word} (Ctrl+${key})` : word}
          tabIndex={index === current ? 0 : -1}
          // The selection stays where it is.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => {
            setCurrent(index)
            if (!run) onLink()
            else if (editor) run(editor.chain().focus()).run()
          }}
        >
          <Drawing size={18} />
        </button>
      ))}
    </div>
  )
}
