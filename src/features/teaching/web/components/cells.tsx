import { Progress } from '#ui/app/progress.tsx'
import { StatusBadge } from '#ui/app/status-badge.tsx'
import { Avatar } from '#ui/public/avatar.tsx'
import styles from '../teaching.module.css'

type Status = 1 | 2 | 3 | 4 | 5
const WORDS = { 1: 'in_progress', 2: 'passed', 3: 'failed', 4: 'not_started', 5: 'finished' } as const

/** A progress status as a word with its colour (LRN-008). */
export const StatusWord = ({ status }: { status: Status }) => <StatusBadge status={WORDS[status]} />

type Shown = { display_name: string; avatar: string | null; email: string }

export function Person({ user }: { user: Shown }) {
  return (
    <span className={styles.person}>
      <Avatar name={user.display_name} src={user.avatar} />
      <span className={styles.words}>
        <span>{user.display_name}</span>
        {user.email !== user.display_name && <small>{user.email}</small>}
      </span>
    </span>
  )
}

export function Percent({ value, label }: { value: number; label: string }) {
  return (
    <span className={styles.progress}>
      <Progress value={value} label={label} />
      <span aria-hidden="true">{value}%</span>
    </span>
  )
}

/** A length of time in whole minutes, for people. */
export const duration = (seconds: number): string => {
  const minutes = Math.round(seconds / 60)
  if (seconds < 60) return 'less than a minute'
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
