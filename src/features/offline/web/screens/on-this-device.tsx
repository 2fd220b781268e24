import { useEffect, useState } from 'react'
import { formatFileSize } from '#kernel/format.ts'
import { useSession } from '#ui/calls/api.tsx'
import { EmptyState } from '#ui/public/lists/empty-state.tsx'
import { Button, LinkButton } from '#ui/public/parts/button.tsx'
import { DayText } from '#ui/public/parts/day.tsx'
import { isOpen, type KeptCourse, keptSize } from '../../rules/kept.ts'
import { nowOf, stateOf } from '../../rules/leased.ts'
import { roomHere } from '../kept/keep-items.ts'
import { leasesOfCourse } from '../kept/leases.ts'
import { removeKept } from '../kept/remove.ts'
import { outlinePage } from '../kept/store.ts'
import styles from '../offline.module.css'
import { useKeptCourses } from '../use-kept.ts'

const itemWords = ({ items }: KeptCourse): string => {
  const complete = items.filter(({ is_complete }) => is_complete).length
  const all = complete === 1 ? '1 item' : `${complete} items`
  return complete === items.length ? all : `${all} of ${items.length}`
}

const LEASE_WORDS = {
  ready: 'can be taken here until',
  running: 'started, connect by',
  over: 'done, connect by',
  finished: 'done, connect by',
  expired: 'could be taken here until',
} as const

function Kept({ course, userId }: { course: KeptCourse; userId: number }) {
  const remove = () => void removeKept(userId, course.related_id)
  const isStill = isOpen(course, Date.now())
  return (
    <li>
      <div>
        <h2>{course.title}</h2>
        <div className={styles.facts}>
          <span>{itemWords(course)}</span>
          <span>{formatFileSize(keptSize(course))}</span>
          <span>
            {isStill ? (
              <>
                Opens without a connection until <DayText value={course.open_until} isEnd />
              </>
            ) : (
              'Connect to open it again'
            )}
          </span>
        </div>
        <ul className={styles.leases}>
          {leasesOfCourse(userId, course.related_id).map((leased) => (
            <li key={leased.lease.id}>
              {leased.lease.title}: {LEASE_WORDS[stateOf(leased, nowOf(leased, Date.now()))]}{' '}
              <DayText value={leased.lease.expires_at} isEnd />
            </li>
          ))}
        </ul>
      </div>
      <div className={styles.go}>
        <LinkButton size="sm" href={outlinePage(course)} aria-label={`Open ${course.title}`}>
          Open
        </LinkButton>
        <Button size="sm" variant="outline" aria-label={`Remove ${course.title} from this device`} onClick={remove}>
          Remove
        </Button>
      </div>
    </li>
  )
}

/** Everything that this device keeps, with what it takes (OFF-009); opens without a connection, and is where the installed app starts. */
export function OnThisDeviceScreen() {
  const userId = useSession().viewer?.user_id ?? 0
  const courses = useKeptCourses()
  const [room, setRoom] = useState<number | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is kept takes room
  useEffect(() => {
    roomHere().then(
      ({ quota, usage }) => setRoom(quota === undefined || usage === undefined ? null : quota - usage),
      () => {},
    )
  }, [courses])
  const total = (courses ?? []).reduce((sum, course) => sum + keptSize(course), 0)
  return (
    <div className={styles.page}>
      <h1>On this device</h1>
      {courses && courses.length > 0 && (
        <>
          <p className={styles.size}>
            {formatFileSize(total)} used{room !== null && <>, {formatFileSize(room)} free for this site</>}. Everything
            goes away when you sign out.
          </p>
          <ul className={styles.list}>
            {courses.map((course) => (
              <Kept key={course.related_id} course={course} userId={userId} />
            ))}
          </ul>
        </>
      )}
      {courses?.length === 0 && (
        <EmptyState
          title="No course on this device"
          text="Open a course and choose “Keep on this device” to work through it without a connection."
          action={<LinkButton href="/courses">My courses</LinkButton>}
        />
      )}
    </div>
  )
}
