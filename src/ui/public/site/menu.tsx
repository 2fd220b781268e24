import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { cx } from '../../cx.ts'
import { useWidthChange } from '../../hooks/use-width.ts'
import { IconChevronDown } from '../../icons.tsx'
import styles from './menu.module.css'

/** How far a panel stays from the edge of the window. */
const EDGE = 8

type DisclosureProps = {
  /** The content of the button. */
  trigger: ReactNode
  /** Name of the button where the trigger has no words. */
  label?: string
  /** Links and buttons; a click on one of them closes the panel. */
  children: ReactNode
  align?: 'start' | 'end'
  className?: string
  hasChevron?: boolean
}

/**
 * A button that opens a panel of links below it. The links are in the page from the start, so that search engines and
 * people without scripts reach them; Escape, a click elsewhere, leaving by Tab and a change of width close the panel.
 */
export function Disclosure({
  trigger,
  label,
  children,
  align = 'start',
  className,
  hasChevron = true,
}: DisclosureProps) {
  const [isOpen, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  useWidthChange(() => setOpen(false))
  // A panel that would begin left of the window begins at its edge.
  useLayoutEffect(() => {
    const panel = document.getElementById(id)
    if (!isOpen || !panel || !root.current) return
    panel.style.left = ''
    panel.style.right = ''
    if (panel.getBoundingClientRect().left >= EDGE) return
    panel.style.right = 'auto'
    panel.style.left = `${EDGE - root.current.getBoundingClientRect().left}px`
  }, [isOpen, id])
  useEffect(() => {
    if (!isOpen) return
    const onPointer = (event: PointerEvent) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false)
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpen(false)
      button.current?.focus()
    }
    document.addEventListener('pointerdown', onPointer)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('pointerdown', onPointer)
      document.removeEventListener('keydown', onKey)
    }
  }, [isOpen])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only watches the focus leaving
    <div
      ref={root}
      className={styles.root}
      onBlur={(event) => {
        if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) setOpen(false)
      }}
    >
      <button
        ref={button}
        type="button"
        className={className}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {trigger}
        {label && <span className="only-read">{label}</span>}
        {hasChevron && <IconChevronDown size={16} className={styles.chevron} />}
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: the clicks are those of the links inside */}
      <div
        id={id}
        hidden={!isOpen}
        className={cx(styles.panel, align === 'end' && styles.end)}
        onClick={(event) => {
          if ((event.target as Element).closest('a, button:not([aria-pressed])')) setOpen(false)
        }}
      >
        {children}
      </div>
    </div>
  )
}
