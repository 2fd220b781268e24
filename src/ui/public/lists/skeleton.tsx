import type { CSSProperties, ReactNode } from 'react'
import styles from './state.module.css'

type SkeletonProps = {
  width?: CSSProperties['width']
  height?: CSSProperties['height']
  radius?: CSSProperties['borderRadius']
}

/** A grey place in the size of what will stand here. */
export function Skeleton({ width, height, radius }: SkeletonProps) {
  return <span aria-hidden="true" className={styles.bone} style={{ width, height, borderRadius: radius }} />
}

/** Grey lines in place of a text. */
export function SkeletonText({ lines = 3 }: { lines?: number }) {
  return (
    <div className={styles.bones} aria-hidden="true">
      {Array.from({ length: lines }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike
        <Skeleton key={at} />
      ))}
    </div>
  )
}

/** What is being loaded takes its place at once and is drawn gray only when it takes long: most of it comes sooner. */
export function Late({ children }: { children: ReactNode }) {
  return <div className={styles.late}>{children}</div>
}

/** Tells screen readers that something is loading; the skeletons themselves are silent. */
export function LoadingNote({ text = 'Loading' }: { text?: string }) {
  return (
    <span role="status" className="only-read">
      {text}
    </span>
  )
}
