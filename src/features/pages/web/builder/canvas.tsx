import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import { createPortal } from 'react-dom'
import { dayOf, formatDay } from '#kernel/format/day.ts'
import { usePageFrame } from '#ui/app/page-frame/use-page-frame.ts'
import { useSession } from '#ui/calls/api.tsx'
import type { AnyBlock } from '../../rules/blocks.ts'
import { Blocks } from '../blocks.tsx'
import { SitePageScreen } from '../screens/site-page.tsx'
import { BlockMarks, useMarks } from './block-marks.tsx'
import styles from './builder.module.css'
import type { PageValues } from './use-builder.ts'
import { useShown } from './use-shown.ts'

export type CanvasProps = {
  values: PageValues
  /** The width of the window in which the page is shown, in pixels. */
  width: number
  /** Without marks: nothing can be selected. */
  isPreview: boolean
  selected: string | null
  onSelect: (id: string | null) => void
  onEditText: (id: string, element: HTMLElement) => void
  /** A block whose text is being written in place; what is drawn of it stays until that ends. */
  frozen: AnyBlock | null
  onKeyDown: (event: KeyboardEvent) => void
  onPaste: (event: ClipboardEvent) => void
  onCopy: (event: ClipboardEvent) => void
  /** What stands above the blocks where they are no page of their own; null for nothing. */
  top?: ReactNode
}

/** The page in a frame as wide as a visitor's window, drawn by the components of the public page. */
export function Canvas(props: CanvasProps) {
  const { values, width, isPreview, selected, onSelect, frozen } = props
  const { box, main, frame } = usePageFrame({ width })
  const session = useSession()
  const components = useMemo(
    () => (frozen ? values.components.map((block) => replaced(block, frozen)) : values.components),
    [values.components, frozen],
  )
  const { shown, data } = useShown(components)
  const marks = useMarks(onSelect, props.onEditText)
  const date = formatDay(dayOf(new Date(), session.portal.setting.time_zone), 'long')
  const page = useMemo(
    () => ({ components: shown, title: values.title, custom_page_title: values.custom_page_title || null }),
    [shown, values.title, values.custom_page_title],
  )

  const newest = useRef(props)
  useEffect(() => {
    newest.current = props
  })
  useEffect(() => {
    const inner = main?.ownerDocument
    if (!inner) return
    const onKeyDown = (event: KeyboardEvent) => newest.current.onKeyDown(event)
    const onPaste = (event: ClipboardEvent) => newest.current.onPaste(event)
    const onCopy = (event: ClipboardEvent) => newest.current.onCopy(event)
    // Links of the page lead nowhere from here: what is not saved would be left.
    const onPress = (event: Event) => {
      if (!newest.current.isPreview || (event.target as Element).closest('a')) event.preventDefault()
    }
    const onClick = (event: Event) => !newest.current.isPreview && marks.pick(event)
    const onDouble = (event: Event) => !newest.current.isPreview && marks.open(event)
    inner.addEventListener('keydown', onKeyDown)
    inner.addEventListener('paste', onPaste)
    inner.addEventListener('copy', onCopy)
    inner.addEventListener('click', onPress, { capture: true })
    inner.addEventListener('click', onClick)
    inner.addEventListener('dblclick', onDouble)
    return () => {
      inner.removeEventListener('keydown', onKeyDown)
      inner.removeEventListener('paste', onPaste)
      inner.removeEventListener('copy', onCopy)
      inner.removeEventListener('click', onPress, { capture: true })
      inner.removeEventListener('click', onClick)
      inner.removeEventListener('dblclick', onDouble)
    }
  }, [main, marks])

  return (
    <div ref={box} className={styles.canvas}>
      <iframe {...frame} title={isPreview ? 'Preview of the page' : 'The page as visitors see it'} />
      {main &&
        createPortal(
          props.top === undefined ? (
            <SitePageScreen page={page as never} data={data} date={date} around={marks.Around} />
          ) : (
            <>
              {props.top}
              <Blocks blocks={shown} data={data} date={date} around={marks.Around} />
            </>
          ),
          main,
        )}
      {main && !isPreview && <BlockMarks marks={marks} main={main} selected={selected} blocks={shown} />}
    </div>
  )
}

const replaced = (block: AnyBlock, frozen: AnyBlock): AnyBlock => {
  if (block.props.id === frozen.props.id) return frozen
  if (block.type !== 'Section') return block
  const slots = (['column_1', 'column_2', 'column_3', 'column_4'] as const).flatMap((slot) => {
    const inside = block.props[slot] as AnyBlock[] | undefined
    const at = inside?.findIndex(({ props }) => props.id === frozen.props.id) ?? -1
    return inside && at >= 0 ? [[slot, inside.with(at, frozen)] as const] : []
  })
  return slots.length > 0 ? { ...block, props: { ...block.props, ...Object.fromEntries(slots) } } : block
}
