import { type KeyboardEvent, type Ref, useRef, useState } from 'react'
import type { Icon } from '../../icons.tsx'
import { buttonClass } from '../../public/parts/button.tsx'
import styles from './rich-text.module.css'

export type RowTool = {
  label: string
  title?: string
  icon: Icon
  /** Whether what it makes is there; absent for tools that are not on or off. */
  isOn?: boolean | undefined
  run: () => void
}

type ToolRowProps = { label: string; tools: readonly RowTool[]; ref?: Ref<HTMLDivElement> }

/** A row of buttons above a text: one stop of Tab; the arrows go through them (UIX-032). */
export function ToolRow({ label, tools, ref }: ToolRowProps) {
  const [current, setCurrent] = useState(0)
  const row = useRef<HTMLDivElement>(null)
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
    <div ref={ref}>
      <div ref={row} role="toolbar" aria-label={label} className={styles.toolbar} onKeyDown={onKeyDown}>
        {tools.map(({ label: word, title = word, icon: Drawing, isOn, run }, index) => (
          <button
            key={word}
            type="button"
            className={buttonClass({ variant: 'ghost', size: 'sm' }, styles.tool)}
            aria-label={word}
            aria-pressed={isOn}
            title={title}
            tabIndex={index === current ? 0 : -1}
            // Keeps the selection.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => {
              setCurrent(index)
              run()
            }}
          >
            <Drawing size={18} />
          </button>
        ))}
      </div>
    </div>
  )
}
