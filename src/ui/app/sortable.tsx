import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { cx } from '../cx.ts'
import { IconGripVertical } from '../icons.tsx'
import { buttonClass } from '../public/parts/button.tsx'
import styles from './sortable.module.css'
import { dropPlace, moved } from './sortable-order.ts'

type SortableProps<Item> = {
  /** What the list is, for screen readers. */
  label: string
  items: readonly Item[]
  itemKey: (item: Item) => string | number
  /** What an item is called in the words of its handle and in what is read aloud. */
  itemName: (item: Item, index: number) => string
  /** An item was put from one place to another, both from 0 on; never to where it was. */
  onMove: (from: number, to: number) => void
  /** Without handles, and nothing moves. */
  isFixed?: boolean
  className?: string
  children: (item: Item, place: { handle: ReactNode; index: number }) => ReactNode
}

type DraggedItem = { key: string | number; from: number; to: number; by: 'pointer' | 'keys' }

const EDGE = 72
const STEP = 14

/** Scrolls the window while the pointer stays at its upper or lower edge. */
const useEdgeScroll = () => {
  const at = useRef<number | null>(null)
  const frame = useRef(0)
  const stop = () => {
    at.current = null
    cancelAnimationFrame(frame.current)
    frame.current = 0
  }
  const turn = (after: () => void) => () => {
    const y = at.current
    const step = y === null ? 0 : y < EDGE ? -STEP : y > innerHeight - EDGE ? STEP : 0
    if (step === 0) {
      frame.current = 0
      return
    }
    scrollBy(0, step)
    after()
    frame.current = requestAnimationFrame(turn(after))
  }
  const follow = (y: number, after: () => void) => {
    at.current = y
    if (frame.current === 0) frame.current = requestAnimationFrame(turn(after))
  }
  useEffect(() => () => cancelAnimationFrame(frame.current), [])
  return { follow, stop }
}

/**
 * A list whose items are put into another order by dragging their handles, with a mouse, a pen or a finger, or by keys:
 * Space lifts an item, the arrows move it, Space puts it down and Escape puts it back. What happens is read aloud.
 */
export function Sortable<Item>(props: SortableProps<Item>) {
  const { label, items, itemKey, itemName, onMove, isFixed, className, children } = props
  const id = useId()
  const list = useRef<HTMLOListElement>(null)
  const [dragged, setDragged] = useState<DraggedItem | null>(null)
  const [announced, setAnnounced] = useState('')
  const edge = useEdgeScroll()
  const shown = dragged?.by === 'keys' ? moved(items, dragged.from, dragged.to) : items

  // Moving an element in the page takes the focus from it.
  const liftedKey = dragged?.by === 'keys' ? dragged.key : null
  // biome-ignore lint/correctness/useExhaustiveDependencies: after every step of the lifted item
  useLayoutEffect(() => {
    if (liftedKey === null) return
    const handle = list.current?.querySelector<HTMLElement>(`[data-handle="${CSS.escape(String(liftedKey))}"]`)
    if (handle && handle !== document.activeElement) handle.focus()
  }, [liftedKey, dragged?.to])

  // What was put down by keys may stand in its new place only when a server has said so; the focus goes there with it.
  const followed = useRef<string | number | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: after every new order
  useLayoutEffect(() => {
    if (followed.current === null || document.activeElement !== document.body) return
    list.current?.querySelector<HTMLElement>(`[data-handle="${CSS.escape(String(followed.current))}"]`)?.focus()
  }, [items])

  const say = (text: string) => setAnnounced(text)
  const nameOf = (place: DraggedItem) => {
    const item = items[place.from]
    return item === undefined ? '' : itemName(item, place.from)
  }
  const position = (to: number) => `position ${to + 1} of ${items.length}`
  const put = (place: DraggedItem) => {
    setDragged(null)
    edge.stop()
    followed.current = place.by === 'keys' ? place.key : null
    say(`${nameOf(place)} is put down at ${position(place.to)}.`)
    if (place.from !== place.to) onMove(place.from, place.to)
  }
  const putBack = (place: DraggedItem) => {
    setDragged(null)
    edge.stop()
    say(`${nameOf(place)} is back at ${position(place.from)}.`)
  }

  const isLifted = (key: string | number) => dragged?.key === key && dragged.by === 'keys'
  const toggle = (key: string | number, index: number) => {
    if (dragged && isLifted(key)) return put(dragged)
    setDragged({ key, from: index, to: index, by: 'keys' })
    const item = items[index]
    if (item !== undefined) say(`${itemName(item, index)} is lifted from ${position(index)}. Move it with the arrows.`)
  }
  const onKeyDown = (event: KeyboardEvent, key: string | number) => {
    if (!dragged || !isLifted(key)) return
    if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      return putBack(dragged)
    }
    const steps: Record<string, number> = {
      ArrowUp: dragged.to - 1,
      ArrowDown: dragged.to + 1,
      Home: 0,
      End: items.length - 1,
    }
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    const to = Math.max(0, Math.min(items.length - 1, step))
    setDragged({ ...dragged, to })
    say(`${nameOf(dragged)} is at ${position(to)}.`)
  }

  const placeAt = (y: number, from: number): number => {
    const middles = [...(list.current?.children ?? [])].map((element) => {
      const box = element.getBoundingClientRect()
      return box.top + box.height / 2
    })
    return dropPlace(middles, from, y)
  }
  const onPointerDown = (event: PointerEvent<HTMLButtonElement>, key: string | number, index: number) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    setDragged({ key, from: index, to: index, by: 'pointer' })
  }
  const onPointerMove = (event: PointerEvent) => {
    if (dragged?.by !== 'pointer') return
    const { clientY } = event
    const follow = () => setDragged((now) => now && { ...now, to: placeAt(clientY, now.from) })
    follow()
    edge.follow(clientY, follow)
  }

  const handleOf = (item: Item, index: number): ReactNode => {
    if (isFixed) return null
    const key = itemKey(item)
    return (
      <button
        type="button"
        className={buttonClass({ variant: 'ghost', size: 'sm' }, styles.handle)}
        aria-label={`Move ${itemName(item, index)}`}
        aria-describedby={`${id}-how`}
        aria-pressed={isLifted(key)}
        data-handle={key}
        title="Drag, or press Space and the arrows"
        // Of keys and screen readers; the clicks that end a drag count their presses.
        onClick={(event) => event.detail === 0 && toggle(key, index)}
        onKeyDown={(event) => onKeyDown(event, key)}
        onBlur={() => dragged?.by === 'keys' && putBack(dragged)}
        onPointerDown={(event) => onPointerDown(event, key, index)}
        onPointerMove={onPointerMove}
        onPointerUp={() => dragged?.by === 'pointer' && put(dragged)}
        onPointerCancel={() => dragged?.by === 'pointer' && putBack(dragged)}
      >
        <IconGripVertical size={18} />
      </button>
    )
  }
  const markOf = (index: number): 'before' | 'after' | undefined => {
    if (dragged?.by !== 'pointer' || dragged.to === dragged.from || index !== dragged.to) return undefined
    return dragged.to < dragged.from ? 'before' : 'after'
  }
  return (
    <>
      <ol ref={list} aria-label={label} className={cx(styles.list, className)}>
        {shown.map((item, index) => (
          <li
            key={itemKey(item)}
            className={styles.item}
            data-lifted={dragged?.key === itemKey(item) || undefined}
            data-drop={markOf(index)}
          >
            {children(item, { handle: handleOf(item, dragged?.by === 'keys' ? items.indexOf(item) : index), index })}
          </li>
        ))}
      </ol>
      {!isFixed && (
        <>
          <span id={`${id}-how`} hidden>
            Press Space to lift, the arrows to move, Space to put down, Escape to put back.
          </span>
          <span className="only-read" aria-live="assertive">
            {announced}
          </span>
        </>
      )}
    </>
  )
}
