import { Fragment, type FragmentInstance, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { kindOf } from '../../rules/block-kinds.ts'
import type { AnyBlock } from '../../rules/blocks.ts'
import { findBlock } from '../../rules/operations.ts'
import type { Around } from '../blocks/types.ts'

type Rect = { top: number; left: number; width: number; height: number }

/** The box around everything that a block shows; null for one that shows nothing. */
const rectOf = (fragment: FragmentInstance | undefined): Rect | null => {
  const rects = (fragment?.getClientRects() ?? []).filter(({ width, height }) => width > 0 && height > 0)
  if (rects.length === 0) return null
  const top = Math.min(...rects.map((rect) => rect.top))
  const left = Math.min(...rects.map((rect) => rect.left))
  return {
    top,
    left,
    width: Math.max(...rects.map((rect) => rect.right)) - left,
    height: Math.max(...rects.map((rect) => rect.bottom)) - top,
  }
}

/** The blocks in the frame, found without an element or attribute of their own: the page there is the public one. */
export const useMarks = (
  onSelect: (id: string | null) => void,
  onEditText: (id: string, element: HTMLElement) => void,
) => {
  const newest = useRef({ onSelect, onEditText })
  useLayoutEffect(() => {
    newest.current = { onSelect, onEditText }
  })
  return useMemo(() => {
    const fragments = new Map<string, FragmentInstance>()
    const elements = new WeakMap<EventTarget, string>()
    const Mark: Around = ({ block: { props }, children }) => {
      const { id } = props
      const keep = useMemo(
        () => (fragment: FragmentInstance | null) => {
          if (!fragment) return
          fragments.set(id, fragment)
          // A block's outermost elements hear these on their way up, and remember whose they are.
          const tell = (event: Event) => {
            if (event.currentTarget) elements.set(event.currentTarget, id)
          }
          fragment.addEventListener('click', tell, { capture: true })
          fragment.addEventListener('dblclick', tell, { capture: true })
          return () => {
            fragments.delete(id)
            fragment.removeEventListener('click', tell, { capture: true })
            fragment.removeEventListener('dblclick', tell, { capture: true })
          }
        },
        [id],
      )
      return <Fragment ref={keep}>{children}</Fragment>
    }
    /** The innermost block that an event happened in, and its outermost element there. */
    const innermost = (event: Event): { id: string; element: HTMLElement } | null => {
      for (const target of event.composedPath()) {
        const id = elements.get(target)
        if (id) return { id, element: target as HTMLElement }
      }
      return null
    }
    return {
      Around: Mark,
      rectOf: (id: string) => rectOf(fragments.get(id)),
      pick: (event: Event) => newest.current.onSelect(innermost(event)?.id ?? null),
      open: (event: Event) => {
        const block = innermost(event)
        if (block) newest.current.onEditText(block.id, block.element)
      },
    }
  }, [])
}
export type Marks = ReturnType<typeof useMarks>

type BlockMarksProps = {
  marks: Marks
  main: HTMLElement
  selected: string | null
  blocks: readonly AnyBlock[]
}

/** The frame around the selected block, beside the page and not in it. */
export function BlockMarks({ marks, main, selected, blocks }: BlockMarksProps) {
  const [rect, setRect] = useState<Rect | null>(null)
  const inner = main.ownerDocument
  const view = inner.defaultView
  useLayoutEffect(() => {
    if (!selected || !view) return setRect(null)
    const measure = () => {
      const measured = marks.rectOf(selected)
      setRect(measured && { ...measured, top: measured.top + view.scrollY, left: measured.left + view.scrollX })
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(main)
    return () => observer.disconnect()
  }, [marks, main, selected, view])
  // A change of the page may move the block without changing the height of the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after every change of the page
  useLayoutEffect(() => {
    if (!selected || !view) return
    const frame = view.requestAnimationFrame(() => {
      const measured = marks.rectOf(selected)
      setRect(measured && { ...measured, top: measured.top + view.scrollY, left: measured.left + view.scrollX })
    })
    return () => view.cancelAnimationFrame(frame)
  }, [blocks])
  useLayoutEffect(() => {
    const measured = selected ? marks.rectOf(selected) : null
    if (!measured || !view) return
    if (measured.top + measured.height < 0 || measured.top > view.innerHeight - 40)
      view.scrollTo({ top: measured.top + view.scrollY - 80 })
  }, [marks, selected, view])
  if (!rect) return null
  const block = selected ? findBlock(blocks, selected) : null
  return createPortal(
    <div
      aria-hidden="true"
      style={{
        position: 'absolute',
        zIndex: 1000,
        pointerEvents: 'none',
        outline: '2px solid var(--primary-line)',
        outlineOffset: '2px',
        borderRadius: '4px',
        ...rect,
      }}
    >
      <span
        style={{
          position: 'absolute',
          bottom: '100%',
          left: '-4px',
          padding: '2px 8px',
          borderRadius: '4px 4px 0 0',
          background: 'var(--primary)',
          color: 'var(--on-primary)',
          fontSize: '12px',
          whiteSpace: 'nowrap',
        }}
      >
        {kindOf(block?.type ?? '')?.label}
      </span>
    </div>,
    inner.body,
  )
}
