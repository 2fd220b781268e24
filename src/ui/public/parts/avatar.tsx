import { pictureFor } from '#kernel/uploads/picture-widths.ts'
import { cx } from '../../cx.ts'
import styles from './avatar.module.css'

/** First letters of the first and the last word of a name. */
export const initialsOf = (name: string): string => {
  const words = name.trim().split(/\s+/).filter(Boolean)
  const letters = words.length > 1 ? [words[0]!, words.at(-1)!] : words
  return letters.map((word) => (Array.from(word)[0] ?? '').toUpperCase()).join('')
}

type AvatarProps = { name: string; src: string | null; size?: 'sm' | 'md' | 'lg' }
const PIXELS = { sm: 24, md: 32, lg: 56 }

/** The picture of a person, or their initials; the name is next to it or on the control around it. */
export function Avatar({ name, src, size = 'md' }: AvatarProps) {
  const className = cx(styles.avatar, styles[size])
  const pixels = PIXELS[size]
  if (src)
    return (
      <img src={pictureFor(src, pixels)} alt="" width={pixels} height={pixels} className={className} loading="lazy" />
    )
  return (
    <span className={className} aria-hidden="true">
      {initialsOf(name)}
    </span>
  )
}
