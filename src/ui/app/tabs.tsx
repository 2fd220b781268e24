import { useRouterState } from '@tanstack/react-router'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { cx } from '../cx.ts'
import { useWidthChange } from '../hooks/use-width.ts'
import { Anchor } from '../public/parts/anchor.tsx'
import styles from './parts.module.css'

export type TabLink = { label: string; href: string; count?: number }

const Count = ({ count }: { count: number | undefined }) =>
  count === undefined ? null : <span className={styles.count}>{count}</span>

/** A row wider than the window begins with its first tabs: the current one is moved into it. */
const showCurrent = (row: HTMLElement | null) => {
  const tab = row?.querySelector<HTMLElement>('[aria-current]')
  if (row && tab) row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2
}

type TabLinksProps = {
  items: readonly TabLink[]
  label: string
  /** The address of the current one, for tabs that differ in their query alone. */
  current?: string
}

/** The screens of one record as tabs; each is a page with its own address. */
export function TabLinks({ items, label, current: chosen }: TabLinksProps) {
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const current = items
    .filter(({ href }) => (chosen ? href === chosen : pathname === href || pathname.startsWith(`${href}/`)))
    .sort((one, other) => other.href.length - one.href.length)[0]
  const row = useRef<HTMLElement>(null)
  const at = current?.href
  useEffect(() => {
    if (at) showCurrent(row.current)
  }, [at])
  useWidthChange(() => showCurrent(row.current))
  return (
    <nav ref={row} className={cx(styles.tabs, styles.fading)} aria-label={label} data-print="no">
      {items.map((item) => (
        <Anchor
          key={item.href}
          href={item.href}
          className={styles.tab}
          aria-current={item === current ? 'page' : undefined}
        >
          {item.label}
          <Count count={item.count} />
        </Anchor>
      ))}
    </nav>
  )
}

export type Tab = { key: string; label: string; count?: number; content: ReactNode }

/** The next tab for a key of the keyboard; the row is a circle. */
export const nextTab = (at: number, key: string, count: number): number | null => {
  if (key === 'ArrowRight') return (at + 1) % count
  if (key === 'ArrowLeft') return (at - 1 + count) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}

type TabsProps = {
  items: readonly Tab[]
  label: string
  initial?: string
  /** The key of the tab that is shown, where the screen itself decides; then `onChoose` is called at every choice. */
  shown?: string
  onChoose?: (key: string) => void
}

/** Parts of one page of which one is shown at a time. */
export function Tabs({ items, label, initial, shown, onChoose }: TabsProps) {
  const id = useId()
  const [own, setOwn] = useState(initial ?? items[0]?.key)
  const chosen = shown ?? own
  const setChosen = (key: string) => {
    setOwn(key)
    onChoose?.(key)
  }
  const current = items.find((item) => item.key === chosen) ?? items[0]
  if (!current) return null
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const next = nextTab(items.indexOf(current), event.key, items.length)
    if (next === null) return
    event.preventDefault()
    setChosen(items[next]!.key)
    document.getElementById(`${id}-tab-${items[next]!.key}`)?.focus()
  }
  return (
    <>
      <div role="tablist" aria-label={label} className={cx(styles.tabs, styles.fading)} onKeyDown={onKeyDown}>
        {items.map((item) => (
          <button
            key={item.key}
            id={`${id}-tab-${item.key}`}
            type="button"
            role="tab"
            className={styles.tab}
            aria-selected={item === current}
            aria-controls={item === current ? `${id}-panel` : undefined}
            tabIndex={item === current ? 0 : -1}
            onClick={() => setChosen(item.key)}
          >
            {item.label}
            <Count count={item.count} />
          </button>
        ))}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a panel without controls is reached by Tab all the same */}
      <div id={`${id}-panel`} role="tabpanel" tabIndex={0} aria-labelledby={`${id}-tab-${current.key}`}>
        {current.content}
      </div>
    </>
  )
}
