import { type Icon, IconCircle, IconCircleCheck, IconCircleHalf2, IconCircleX, IconLock } from '#ui/icons.tsx'
import type { OutlineRow } from '../../rules/outline.ts'
import styles from '../scorm.module.css'

const DRAWINGS: Record<OutlineRow['status'], Icon> = {
  passed: IconCircleCheck,
  completed: IconCircleCheck,
  failed: IconCircleX,
  incomplete: IconCircleHalf2,
  browsed: IconCircleHalf2,
  'not attempted': IconCircle,
}

type Props = { rows: readonly OutlineRow[]; current: string | null; onOpen: (identifier: string) => void }

/** The parts of a package with their status; what its prerequisites keep closed cannot be opened (SCO-027). */
export function ScormOutline({ rows, current, onOpen }: Props) {
  return (
    <ol className={styles.parts} aria-label="Contents of the module">
      {rows.map((row) => (
        <Part key={row.identifier} row={row} isCurrent={row.identifier === current} onOpen={onOpen} />
      ))}
    </ol>
  )
}

function Part({ row, isCurrent, onOpen }: { row: OutlineRow; isCurrent: boolean; onOpen: Props['onOpen'] }) {
  const { identifier, title, depth, status, is_launchable: isLaunchable, is_locked: isLocked } = row
  const Drawing = isLocked ? IconLock : DRAWINGS[status]
  const words = (
    <>
      <span className={styles.mark} data-status={isLocked ? 'locked' : status}>
        <Drawing size={18} />
        <span className="only-read">{isLocked ? 'Locked' : status}</span>
      </span>
      <span>{title}</span>
    </>
  )
  const style = { '--depth': depth } as React.CSSProperties
  if (!isLaunchable)
    return (
      <li className={styles.heading} style={style}>
        {words}
      </li>
    )
  return (
    <li>
      <button
        type="button"
        className={styles.part}
        style={style}
        disabled={isLocked}
        aria-current={isCurrent || undefined}
        onClick={() => onOpen(identifier)}
      >
        {words}
      </button>
    </li>
  )
}
