import { IconBook } from '../icons.tsx'
import styles from './cover.module.css'

/** Minutes as people say them: 90 is `1 h 30 min`. */
export const durationText = (minutes: number): string => {
  const whole = Math.max(1, Math.round(minutes))
  const [hours, rest] = [Math.floor(whole / 60), whole % 60]
  return [hours > 0 && `${hours} h`, rest > 0 && `${rest} min`].filter(Boolean).join(' ')
}

/** A picture in the place kept for it, or a quiet drawing where there is none. */
export function CoverPicture({ src, isFirst }: { src: string | null; isFirst?: boolean }) {
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
      loading={isFirst ? undefined : 'lazy'}
      fetchPriority={isFirst ? 'high' : undefined}
      decoding="async"
    />
  )
}
