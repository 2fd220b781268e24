import { type AnyRouter, useRouter } from '@tanstack/react-router'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { formatFileSize } from '#kernel/format.ts'
import { Progress } from '#ui/app/progress.tsx'
import { useSession } from '#ui/calls/api.tsx'
import { useOnline } from '#ui/hooks/use-online.ts'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Anchor } from '#ui/public/parts/anchor.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { DayText } from '#ui/public/parts/day.tsx'
import { isExam, itemsToFetch, keptSize, keyOf, type OfferedItem, openedBy, sizeOf } from '../../rules/kept.ts'
import { COUNTS_TIME } from '../../rules/words.ts'
import { type Offer, readOffer, roomHere } from '../kept/keep-items.ts'
import { removeKept } from '../kept/remove.ts'
import { keepNow, onRun, runState } from '../kept/run.ts'
import styles from '../offline.module.css'
import { useKeptCourses } from '../use-kept.ts'
import { FaultNote } from './fault-note.tsx'
import { ItemChoice } from './item-choice.tsx'

type Props = { slug: string; relatedId: number }
type KeepProps = Props & { loadParts: (router: AnyRouter, hasDocuments: boolean) => Promise<unknown> }

const words = (count: number) => (count === 1 ? '1 item' : `${count} items`)

/** The outline that a device opened in place of one of its items leads to it. */
const useOpenedItem = () => {
  const router = useRouter()
  useEffect(() => {
    const path = openedBy(location.hash)
    if (path) void router.navigate({ href: path, replace: true })
  }, [router])
}

/** What the server offers of the course, and the room on the device; null without a connection. */
const useOffer = ({ slug, relatedId }: Props, isOnline: boolean, changes: unknown) => {
  const [offer, setOffer] = useState<Offer | null>(null)
  const [room, setRoom] = useState<number | null>(null)
  useEffect(() => {
    if (isOnline) readOffer(slug, relatedId).then(setOffer, () => {})
  }, [slug, relatedId, isOnline])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is kept takes room
  useEffect(() => {
    roomHere().then(
      ({ quota, usage }) => setRoom(quota === undefined || usage === undefined ? null : quota - usage),
      () => {},
    )
  }, [changes])
  return { offer, room }
}

/** Keeps a course, or single items of it, on this device: says sizes before, how far it is, and what needs a connection (OFF-001 to OFF-004). */
export function KeepCourse({ slug, relatedId, loadParts }: KeepProps) {
  useOpenedItem()
  const userId = useSession().viewer?.user_id ?? 0
  const router = useRouter()
  const isOnline = useOnline()
  const course = useKeptCourses()?.find(({ related_id }) => related_id === relatedId) ?? null
  const { keeping, fault } = useSyncExternalStore(onRun, runState, runState)
  const { offer, room } = useOffer({ slug, relatedId }, isOnline, course)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const items = offer?.items ?? []
  const keepable = items.filter(({ reason }) => reason === null)
  const missing = itemsToFetch(course?.items ?? [], keepable)
  const chosen = missing.filter((item) => !left.has(keyOf(item)))
  const isHere = keeping?.related_id === relatedId
  const complete = course?.items.filter(({ is_complete }) => is_complete) ?? []
  const keep = (which: readonly OfferedItem[]) => {
    if (!offer) return
    const all = [...which, ...(course?.items ?? [])]
    const hasDocuments = all.some(({ itemable_type: type }) => type === 'Document')
    void keepNow({ userId, offer, chosen: which, loadParts: () => loadParts(router, hasDocuments) })
  }
  if (!offer && !course) return null
  // What is kept there already is removed at the next connection.
  if (offer?.reason)
    return (
      <section className={styles.card} aria-labelledby="on-device">
        <h2 id="on-device">Use without a connection</h2>
        <p>{COUNTS_TIME}</p>
      </section>
    )
  if (offer && keepable.length === 0 && !course) return null
  return (
    <section className={styles.card} aria-labelledby="on-device">
      <h2 id="on-device">Use without a connection</h2>
      {complete.length > 0 && course && (
        <p>
          <strong>
            On this device: {words(complete.length)}, {formatFileSize(keptSize(course))}.
          </strong>{' '}
          Opens without a connection until <DayText value={course.open_until} isEnd />; connect before then to keep it
          open.
        </p>
      )}
      {complete.length === 0 && (
        <p>
          Keep this course on the device and work through it anywhere. Your progress is kept here and sent when you are
          back online.
        </p>
      )}
      {isHere && keeping && (
        <div className={styles.going}>
          <Progress
            value={keeping.total === 0 ? 100 : (100 * keeping.done) / keeping.total}
            label={`Fetching ${keeping.title}`}
            isLabeled
          />
          <span className={styles.size} role="status">
            {formatFileSize(keeping.done)} of {formatFileSize(keeping.total)}
          </span>
        </div>
      )}
      {fault?.related_id === relatedId && <FaultNote kind={fault.kind} />}
      {!isOnline && <Alert>You are offline. Connect to keep more items of this course.</Alert>}
      {isOnline && offer && !isHere && chosen.some(isExam) && (
        <p className={styles.size}>
          {chosen.filter(isExam).length === 1 ? '1 exam comes' : `${chosen.filter(isExam).length} exams come`} along:
          take it without a connection. Until you give it back, it can be taken on this device only.
        </p>
      )}
      {isOnline && offer && !isHere && (
        <div className={styles.go}>
          {chosen.length > 0 && (
            <Button onClick={() => keep(chosen)}>
              {chosen.length === keepable.length
                ? `Keep on this device (${formatFileSize(sizeOf(chosen))})`
                : `Keep ${words(chosen.length)} (${formatFileSize(sizeOf(chosen))})`}
            </Button>
          )}
          {course && (
            <Button variant="outline" onClick={() => void removeKept(userId, relatedId)}>
              Remove from this device
            </Button>
          )}
        </div>
      )}
      <p className={styles.size}>
        {/* What browsers say is a guess, and a full device has shown it wrong. */}
        {room !== null && fault?.kind !== 'full' && <>{formatFileSize(room)} free for this site. </>}
        <Anchor href="/on-this-device">See everything on this device</Anchor>
      </p>
      {offer && (
        <ItemChoice
          items={items}
          kept={course?.items ?? []}
          left={left}
          isLocked={isHere}
          onChoose={(item, isOn) => {
            const next = new Set(left)
            if (isOn) next.delete(keyOf(item))
            else next.add(keyOf(item))
            setLeft(next)
          }}
          onRemove={(item) => void removeKept(userId, relatedId, [item])}
        />
      )}
    </section>
  )
}
