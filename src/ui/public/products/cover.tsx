import type { ReactNode } from 'react'
import { responsivePicture } from '#kernel/uploads/picture-widths.ts'
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

const SIZES = {
  card: '(max-width: 619px) 94vw, 380px',
  page: '(max-width: 991px) 94vw, 460px',
  row: '128px',
}

type CoverPictureProps = {
  src: string | null
  /** How broad the picture is: in a card by default, as the head of a page, or in a row of the cart. */
  place?: keyof typeof SIZES
  /** What the page opens with: asked for before everything else. */
  isFirst?: boolean
  /** Seen at once as well, but not before the first. */
  isSoon?: boolean
}

/** A picture with a reserved place, or a quiet drawing if there is none. */
export function CoverPicture({ src, place = 'card', isFirst, isSoon }: CoverPictureProps) {
  if (!src) {
    return (
      <div className={styles.noPicture}>
        <IconBook size={40} />
      </div>
    )
  }
  return (
    <img
      {...responsivePicture(src, SIZES[place], place === 'page' ? 1920 : 960)}
      alt=""
      width={640}
      height={360}
      loading={isFirst || isSoon ? undefined : 'lazy'}
      fetchPriority={isFirst ? 'high' : undefined}
      decoding="async"
    />
  )
}
