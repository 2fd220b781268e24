import { useRouterState } from '@tanstack/react-router'
import { useId, useSyncExternalStore } from 'react'
import { IconChevronDown } from '../icons.tsx'
import { Anchor } from '../public/parts/anchor.tsx'
import { currentItem, type NavGroup, type NavItem } from './navigation.ts'
import styles from './side-nav.module.css'

const KEY = 'navigation_closed'
const CHANGED = 'portico:navigation'

/** The groups that this browser keeps closed. */
const readClosed = (): string => {
  try {
    return localStorage.getItem(KEY) ?? ''
  } catch {
    return ''
  }
}
const onChange = (changed: () => void) => {
  addEventListener(CHANGED, changed)
  addEventListener('storage', changed)
  return () => {
    removeEventListener(CHANGED, changed)
    removeEventListener('storage', changed)
  }
}

const useClosed = (): [closed: readonly string[], toggle: (label: string) => void] => {
  const kept = useSyncExternalStore(onChange, readClosed, () => '')
  const closed = kept.split('|').filter(Boolean)
  const toggle = (label: string) => {
    const next = closed.includes(label) ? closed.filter((other) => other !== label) : [...closed, label]
    try {
      localStorage.setItem(KEY, next.join('|'))
    } catch {
      return
    }
    dispatchEvent(new Event(CHANGED))
  }
  return [closed, toggle]
}

/** The screens by group, two levels and no more; a group that is not needed can be closed and stays so (ROU-128). */
export function SideNav({ groups, className }: { groups: readonly NavGroup[]; className?: string }) {
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const [closed, toggle] = useClosed()
  const current = currentItem(groups, pathname)
  return (
    <div className={className}>
      {groups.map((group) => (
        <Group
          key={group.label}
          group={group}
          current={current}
          pathname={pathname}
          isOpen={!closed.includes(group.label)}
          onToggle={() => toggle(group.label)}
        />
      ))}
    </div>
  )
}

type GroupProps = {
  group: NavGroup
  current: NavItem | null
  pathname: string
  isOpen: boolean
  onToggle: () => void
}

function Group({ group, current, pathname, isOpen, onToggle }: GroupProps) {
  const id = useId()
  return (
    <div className={styles.group}>
      {group.label && (
        <h2 className={styles.name}>
          <button type="button" aria-expanded={isOpen} aria-controls={id} onClick={onToggle}>
            {group.label}
            <IconChevronDown size={16} />
          </button>
        </h2>
      )}
      <ul id={id} className={styles.items} hidden={!isOpen}>
        {group.items.map((item) => {
          const { icon: Drawing } = item
          return (
            <li key={item.href}>
              <Anchor
                href={item.href}
                className={styles.item}
                aria-current={item === current ? (pathname === item.href ? 'page' : 'true') : undefined}
              >
                {Drawing && <Drawing size={18} />}
                {item.label}
                {item.count ? <span className={styles.count}>{item.count > 99 ? '99+' : item.count}</span> : null}
              </Anchor>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
