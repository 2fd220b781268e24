import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import {
  coursePath,
  isItemLocked,
  LockedItem,
  learnerQueries,
  PREVIEW,
  refreshProgress,
} from '#features/progress/web/public.ts'
import { ApiError } from '#kernel/client.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { restored } from '#ui/kept/kept-storage.ts'
import { LoadingNote, Skeleton } from '#ui/public/lists/skeleton.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Button, LinkButton } from '#ui/public/parts/button.tsx'
import { startScormModule } from '../../contract.ts'
import { type OutboxStore, outboxStore } from '../outbox-store.ts'
import { type OwnModule, replay } from '../player-control.ts'
import styles from '../scorm.module.css'
import { ScormFrame } from './scorm-frame.tsx'

type Props = {
  /** The enrollment (ROU-062). */
  related_id: number
  /** The SCORM module. */
  id: number
  slug: string
  onUsed?: () => void
  /** Whether sound and video of the content pause (TRD-070). */
  isHeld?: boolean
}

type Started = { data: Wire<typeof startScormModule>['data']; module: OwnModule | null; store: OutboxStore | null }

/** Why a module did not start; a refusal of the module itself stays one however often it is tried. */
type Failure = { text: string; isFinal: boolean; isLocked?: boolean }

const failureOf = (error: Error): Failure =>
  error instanceof ApiError
    ? { text: error.message, isFinal: error.status === 422, isLocked: isItemLocked(error) }
    : { text: 'We cannot reach the module right now.', isFinal: false }

/** A native SCORM module as its learner plays it (SCO-001 to SCO-017): sends what an earlier visit has left, then starts. */
export function ScormPlayer(props: Props) {
  const [start, setStart] = useState(0)
  return <Start key={`${props.id} ${props.related_id} ${start}`} {...props} onRestart={() => setStart((n) => n + 1)} />
}

function Start({
  related_id: relatedId,
  id,
  slug,
  onUsed,
  isHeld = false,
  onRestart,
}: Props & { onRestart: () => void }) {
  const api = useApi()
  const { viewer } = useSession()
  const queryClient = useQueryClient()
  const [started, setStarted] = useState<Started | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const { data: outline } = useSuspenseQuery(learnerQueries(api).outline(slug, relatedId)).data
  const title =
    outline.find((item) => item.itemable_type === 'ScormModule' && item.itemable_id === id)?.title ?? 'Module'
  const userId = viewer?.user_id ?? 0

  useEffect(() => {
    let isGone = false
    const begin = async () => {
      await restored()
      // A preview keeps nothing, and what its author has left as a learner is none of its business.
      const store = relatedId === PREVIEW ? null : outboxStore(userId, id)
      for (const outbox of store?.all() ?? []) if (store) await replay(api, id, store, outbox)
      if (isGone) return
      const { data } = await api.call(startScormModule, { params: { id }, body: { related_id: relatedId } })
      if (isGone) return
      const progressId = data.course_user_progress?.id
      const module = progressId === undefined ? null : { id, related_id: relatedId, progress_id: progressId }
      setStarted({ data, module, store })
      void refreshProgress(queryClient)
    }
    begin().catch((caught: Error) => {
      if (!isGone) setFailure(failureOf(caught))
    })
    return () => {
      isGone = true
    }
  }, [api, id, relatedId, userId, queryClient])

  const status = useRef<number | null>(null)
  const onItemStatus = (now: number) => {
    const before = status.current ?? started?.data.course_user_progress?.status
    status.current = now
    if (now !== before) void refreshProgress(queryClient)
  }

  if (failure?.isLocked) return <LockedItem slug={slug} relatedId={relatedId} />
  if (failure)
    return (
      <div className={styles.notice}>
        <h1>{title}</h1>
        <Alert
          tone="danger"
          title="This module cannot be started"
          isLive
          action={
            <span className={styles.actions}>
              {!failure.isFinal && (
                <Button size="sm" onClick={onRestart}>
                  Try again
                </Button>
              )}
              <LinkButton size="sm" variant="outline" href={`${coursePath({ slug, related_id: relatedId })}/outline`}>
                Back to the outline
              </LinkButton>
            </span>
          }
        >
          {failure.text}
        </Alert>
      </div>
    )
  if (!started)
    return (
      <div className={styles.player}>
        <LoadingNote text="The module is being started" />
        <div className={styles.bar}>
          <h1>{title}</h1>
        </div>
        <div className={styles.waiting}>
          <Skeleton height="100%" />
        </div>
      </div>
    )
  const { data, module, store } = started
  return (
    <ScormFrame
      title={data.title}
      student_id={data.student_id}
      scorm_link={data.scorm_link}
      version={data.version}
      launched={data}
      outline={data.outline}
      module={module}
      store={store}
      onItemStatus={onItemStatus}
      {...(onUsed && { onUsed })}
      isHeld={isHeld}
      onRestart={onRestart}
    />
  )
}
