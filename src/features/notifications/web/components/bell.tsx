import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { formatCount } from '#kernel/format.ts'
import { IconBell } from '#ui/icons.tsx'
import { LoadMore } from '#ui/public/lists/pagination.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { useNotifications } from '../use-notifications.ts'
import styles from './bell.module.css'
import { NotificationItem } from './notification-item.tsx'

const MOST_SHOWN = 99

/**
 * The bell of both frames for signed-in people (RTM-010, RTM-011): a button with the number of unread notifications and a
 * panel that lists them. Escape, a click elsewhere and leaving by Tab close it; the arrow keys go through the list.
 */
export function NotificationBell() {
  const bell = useNotifications()
  const [isOpen, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  useEffect(() => {
    if (!isOpen) return
    const onPointer = (event: PointerEvent) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false)
    }
    document.addEventListener('pointerdown', onPointer)
    return () => document.removeEventListener('pointerdown', onPointer)
  }, [isOpen])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isOpen) {
      setOpen(false)
      button.current?.focus()
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    const stops = [...(root.current?.querySelectorAll<HTMLElement>('[data-notification]') ?? [])]
    if (!isOpen || stops.length === 0) return
    event.preventDefault()
    const at = stops.indexOf(document.activeElement as HTMLElement)
    const next = at === -1 ? 0 : at + (event.key === 'ArrowDown' ? 1 : -1)
    stops[(next + stops.length) % stops.length]?.focus()
  }
  const { items, unread } = bell
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: watches the keys and the focus of what stands inside
    <div
      ref={root}
      className={styles.root}
      onKeyDown={onKeyDown}
      onBlur={(event) => {
        if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) setOpen(false)
      }}
    >
      <button
        ref={button}
        type="button"
        className={styles.bell}
        aria-expanded={isOpen}
        aria-controls={id}
        aria-label={unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`}
        onClick={() => setOpen(!isOpen)}
      >
        <IconBell size={20} />
        {unread > 0 && (
          <span className={styles.badge} aria-hidden="true">
            {unread > MOST_SHOWN ? `${MOST_SHOWN}+` : formatCount(unread)}
          </span>
        )}
      </button>
      <span className="only-read" aria-live="polite">
        {bell.arrived && `New notification: ${bell.arrived}`}
      </span>
      <section id={id} hidden={!isOpen} className={styles.panel} aria-label="Notifications">
        <div className={styles.head}>
          <h2>Notifications</h2>
          {unread > 0 && (
            <Button size="sm" variant="ghost" isLoading={bell.isReadingAll} onClick={bell.readAll}>
              Mark all as read
            </Button>
          )}
        </div>
        {bell.error ? (
          <Alert
            tone="danger"
            action={
              <Button size="sm" variant="outline" onClick={bell.again}>
                Try again
              </Button>
            }
          >
            We could not load your notifications.
          </Alert>
        ) : items.length === 0 ? (
          <p className={styles.empty}>{bell.isPending ? 'Reading…' : 'You are up to date.'}</p>
        ) : (
          <ul className={styles.list}>
            {items.map((item) => (
              <NotificationItem key={item.id} item={item} onRead={bell.read} onOpen={() => setOpen(false)} />
            ))}
          </ul>
        )}
        {bell.hasMore && (
          <div className={styles.foot}>
            <LoadMore hasMore isLoading={bell.isLoadingMore} onMore={bell.more} label="Show older" />
          </div>
        )}
      </section>
    </div>
  )
}
