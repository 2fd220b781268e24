import type { ReactNode } from 'react'
import { cx } from '../../cx.ts'
import { IconBook } from '../../icons.tsx'
import styles from './cover.module.css'

/** Minutes as people say them: 90 is `1 h 30 min`. */
export const durationText = (minutes: number): string => {
  const whole = Math.max(1, Math.round(minutes))
  const [hours, rest] = [Math.floor(whole / 60), whole % 60]
  return [hours > 0 && `${hours} h`, rest > 0 && `${rest} min`].filter(Boolean).join(' ')
}

/** The place kept for a picture, 16 by 9, which stays when the picture is late or missing. */
export function CoverFrame({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={cx(styles.frame, className)}>{children}</div>
}

type CoverPictureProps = {
  src: string | null
  /** What the page opens with: asked for before everything else. */
  isFirst?: boolean
  /** Seen at once as well, but not before the first. */
  isSoon?: boolean
}

/** A picture in the place kept for it, or a quiet drawing where there is none. */
export function CoverPicture({ src, isFirst, isSoon }: CoverPictureProps) {
  if (!src) {
    return (
      <div className={styles.noPicture}>
        <IconBook size={40} />
      </div>
    )
  }
  return (
    <img
      src={src}
      alt=""
      width={640}
      height={360}
      loading={isFirst || isSoon ? undefined : 'lazy'}
      fetchPriority={isFirst ? 'high' : undefined}
      decoding="async"
    />
  )
}
