import { useRouterState } from '@tanstack/react-router'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useWidthChange } from '../hooks/use-width.ts'
import { IconChevronDown } from '../icons.tsx'
import { Anchor } from '../public/parts/anchor.tsx'
import { currentItem, type NavGroup } from './navigation.ts'
import styles from './record-nav.module.css'

type RecordNavProps = { label: string; groups: readonly NavGroup[] }

/**
 * The screens of one record by group, beside its content; where the window is narrow they stand in a menu above it,
 * whose button names the current screen. Escape, a click elsewhere and leaving by Tab close the menu.
 */
function RecordNav({ label, groups }: RecordNavProps) {
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const current = currentItem(groups, pathname)
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const nav = useRef<HTMLElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useWidthChange(() => setOpen(false))
  useEffect(() => {
    if (!isOpen) return
    const onPointer = (event: PointerEvent) => {
      if (!nav.current?.contains(event.target as Node)) setOpen(false)
    }
    document.addEventListener('pointerdown', onPointer)
    return () => document.removeEventListener('pointerdown', onPointer)
  }, [isOpen])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return
    setOpen(false)
    button.current?.focus()
  }
  return (
    <nav
      ref={nav}
      className={styles.nav}
      aria-label={label}
      data-print="no"
      onKeyDown={onKeyDown}
      onBlur={(event) => {
        if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) setOpen(false)
      }}
    >
      <button
        ref={button}
        type="button"
        className={styles.opener}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <span>
          <span className="only-read">{label} menu: </span>
          {current?.label ?? label}
        </span>
        <IconChevronDown size={16} />
      </button>
      <div id={id} className={styles.panel} data-open={isOpen || undefined}>
        {groups.map((group, at) => (
          <div key={group.label} className={styles.group}>
            <p id={`${id}-${at}`} className={styles.name}>
              {group.label}
            </p>
            <ul aria-labelledby={`${id}-${at}`}>
              {group.items.map((item) => (
                <li key={item.href}>
                  <Anchor
                    href={item.href}
                    className={styles.item}
                    aria-current={item === current ? 'page' : undefined}
                    onClick={() => setOpen(false)}
                  >
                    {item.label}
                    {item.count ? <span className={styles.count}>{item.count > 99 ? '99+' : item.count}</span> : null}
                  </Anchor>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </nav>
  )
}

/** A record's screens and the one that is open, beside each other where there is room. */
export function RecordFrame({ children, ...nav }: RecordNavProps & { children: ReactNode }) {
  return (
    <div className={styles.frame}>
      <RecordNav {...nav} />
      <div className={styles.content}>{children}</div>
    </div>
  )
}
