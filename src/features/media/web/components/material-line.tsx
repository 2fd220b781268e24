import { formatFileSize } from '#kernel/format.ts'
import { IconExternalLink, IconTrash } from '#ui/icons.tsx'
import { Anchor } from '#ui/public/parts/anchor.tsx'
import { buttonClass, IconButton } from '#ui/public/parts/button.tsx'
import { DateText } from '#ui/public/parts/time.tsx'
import styles from '../media.module.css'
import { MEDIA_TYPE_ICONS, MEDIA_TYPE_NAMES } from '../media-types.ts'
import type { MaterialRow } from '../queries.ts'

type MaterialLineProps = {
  material: MaterialRow
  isChosen: boolean
  onChoose: () => void
  /** Chosen and taken at once, by a double click. */
  onPick: () => void
  onRemove: (() => void) | undefined
}

/** A file of the library to choose, with what it is, a way to look into it, and one to remove it. */
export function MaterialLine({ material, isChosen, onChoose, onPick, onRemove }: MaterialLineProps) {
  const { name, type, size, url, created_at } = material
  const Drawing = MEDIA_TYPE_ICONS[type as keyof typeof MEDIA_TYPE_ICONS] ?? MEDIA_TYPE_ICONS.docs
  return (
    <div className={styles.line} data-chosen={isChosen || undefined}>
      <label onDoubleClick={onPick}>
        <input type="radio" name="material" checked={isChosen} onChange={onChoose} />
        <span className={styles.drawing}>
          {type === 'img' ? <img src={url} alt="" loading="lazy" width={40} height={40} /> : <Drawing size={22} />}
        </span>
        <span className={styles.words}>
          <span className={styles.name}>{name}</span>
          <span className={styles.facts}>
            {MEDIA_TYPE_NAMES[type as keyof typeof MEDIA_TYPE_NAMES] ?? type}, {formatFileSize(size)},{' '}
            <DateText value={created_at} />
          </span>
        </span>
      </label>
      <Anchor
        href={url}
        target="_blank"
        rel="noreferrer"
        aria-label={`Open ${name}`}
        title={`Open ${name}`}
        className={buttonClass({ variant: 'ghost', size: 'sm' }, styles.open)}
      >
        <IconExternalLink size={16} />
      </Anchor>
      {onRemove && <IconButton icon={IconTrash} size="sm" label={`Delete ${name}`} onClick={onRemove} />}
    </div>
  )
}
