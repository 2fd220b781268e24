import { createPortal } from 'react-dom'
import { dayOf, formatDay } from '#kernel/format/day.ts'
import { usePageFrame, WIDTHS } from '#ui/app/page-frame/use-page-frame.ts'
import { useSession } from '#ui/calls/api.tsx'
import type { AnyBlock } from '../rules/blocks.ts'
import { Blocks } from './blocks.tsx'
import styles from './blocks-preview.module.css'
import { useShown } from './builder/use-shown.ts'

type BlocksPreviewProps = {
  blocks: readonly AnyBlock[]
  title: string
  /** What the blocks name stands in them already; such blocks are low. */
  isResolved?: boolean
}

const NONE: readonly AnyBlock[] = []

/** Blocks in a frame as wide as a visitor's window, drawn by the components of the public page. */
export function BlocksPreview({ blocks, title, isResolved = false }: BlocksPreviewProps) {
  const { setting } = useSession().portal
  const { box, main, frame } = usePageFrame({ width: WIDTHS.desktop })
  const { shown, data } = useShown(isResolved ? NONE : blocks)
  return (
    <div ref={box} className={styles.frame} data-low={isResolved || undefined}>
      <iframe {...frame} title={title} />
      {main &&
        createPortal(
          <div inert>
            <Blocks
              blocks={isResolved ? [...blocks] : shown}
              data={data}
              date={formatDay(dayOf(new Date(), setting.time_zone), 'long')}
            />
          </div>,
          main,
        )}
    </div>
  )
}
