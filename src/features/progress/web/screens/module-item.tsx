import { type QueryClient, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { IdentityGate, SeatTimeNote } from '#features/trade-rules/web/public.ts'
import type { ApiError } from '#kernel/client.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { formatFileSize } from '#kernel/format.ts'
import { PROGRESS } from '#kernel/product/statuses.ts'
import { SaveMark } from '#ui/app/form/save-mark.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { cx } from '#ui/cx.ts'
import { loadViewer } from '#ui/documents/viewer.tsx'
import { useOnline } from '#ui/hooks/use-online.ts'
import { useJournal } from '#ui/kept/journal-context.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Button, LinkButton } from '#ui/public/parts/button.tsx'
import { finishModuleItem, type showLearnerModuleItem, startModuleItem } from '../../contract.ts'
import { coursePath, finishedPath, itemPath } from '../../rules/paths.ts'
import { isDone } from '../../rules/status.ts'
import { ItemContent } from '../components/item-content.tsx'
import { LockedItem } from '../components/locked-item.tsx'
import styles from '../learn.module.css'
import { learnerQueries, refreshProgress } from '../queries.ts'
import { useItemTime } from '../use-item-time.ts'
import { useOutline } from '../use-outline.ts'
import { usePreload } from '../use-preload.ts'

type Item = Wire<typeof showLearnerModuleItem>['data']
type Props = { slug: string; relatedId: number; itemType: string; itemId: number }

/** What comes next is there at once; of the viewers of documents that of most, PDF. */
const usePrefetch = (place: { slug: string; related_id: number }, next: Item['next']) => {
  usePreload(place, next)
  const isDocument = next?.itemable_type === 'Document' && !next.is_locked
  useEffect(() => {
    if (isDocument) loadViewer('pdf').catch(() => {})
  }, [isDocument])
}

/** Whether an item opens without a connection: this page has read it, or the device keeps it. */
const isHere = async (queryClient: QueryClient, query: ReturnType<ReturnType<typeof learnerQueries>['item']>) => {
  if (queryClient.getQueryData(query.queryKey)) return true
  if (!navigator.serviceWorker?.controller) return false
  const reading = queryClient.fetchQuery({ ...query, networkMode: 'always', retry: false })
  return reading.then(
    () => true,
    () => false,
  )
}

/**
 * One item of a module: shown by its type, started by being opened, finished by going on (LRN-013, LRN-034, LRN-035).
 * Without a connection both steps are kept and sent later (LRN-050).
 */
export function ModuleItemScreen({ slug, relatedId, itemType, itemId }: Props) {
  const api = useApi()
  const queryClient = useQueryClient()
  const router = useRouter()
  const { call, state } = useJournal()
  const [step, setStep] = useState<'reading' | 'finishing' | 'kept'>('reading')
  const { data: read } = useSuspenseQuery(learnerQueries(api).item(itemType, itemId, relatedId)).data
  const { outline, positions, isAhead } = useOutline(slug, relatedId)
  const own = outline.data.flatMap(({ items }) => items).find((one) => one.id === read.id)
  const item = {
    ...read,
    // A start that waits must not be made again, behind what waits after it.
    status: isAhead && own ? own.status : read.status,
    position: positions.get(read.id) ?? read.position,
  }
  const place = { slug, related_id: relatedId }
  const isOnline = useOnline()
  const stateOf = (at: { itemable_type: string; itemable_id: number }) =>
    outline.data
      .flatMap((entry) => [entry, ...entry.items])
      .find((one) => one.itemable_type === at.itemable_type && one.itemable_id === at.itemable_id)
  // Without a connection, the server can no longer say what is open.
  const isClosed = !isOnline && own?.is_locked === true
  const next = item.next && (isOnline ? item.next : { ...item.next, is_locked: stateOf(item.next)?.is_locked ?? true })
  usePrefetch(place, next)
  const seat = useItemTime({ slug, relatedId, item: { type: item.itemable_type, id: item.id } })

  const isNew = item.status === PROGRESS.not_started
  const { itemable_type: type } = item
  // Identity questions come before the first step.
  const isStopped = seat.isWaiting || (seat.standing?.identity?.state ?? 'clear') !== 'clear'
  useEffect(() => {
    if (!isNew || isClosed || isStopped) return
    const request = { params: { itemType: type, itemId }, body: { related_id: relatedId } }
    call(startModuleItem, request, `start ${relatedId} ${itemId}`).then(
      (answer) => answer && refreshProgress(queryClient),
      // A refused start leaves the status unchanged (LRN-015); the content stays readable.
      (error: ApiError) => toast.error(error),
    )
  }, [call, isNew, isClosed, isStopped, type, itemId, relatedId, queryClient])

  const open = () => router.navigate({ href: next ? itemPath(place, next) : `${coursePath(place)}/outline` })
  const finish = async () => {
    setStep('finishing')
    await seat.reportNow()
    const answer = await call(finishModuleItem, { params: { itemType: type, itemId }, body: { related_id: relatedId } })
    if (answer) {
      const isEnd = isDone(answer.data.course_status)
      const refreshed = refreshProgress(queryClient)
      // The next item does not depend on the data that is read again here.
      if (isEnd || !next) await refreshed
      // A learner who finishes the course with this item goes to the feedback page (LRN-031).
      if (isEnd) await router.navigate({ href: finishedPath(place) })
      else await open()
      return
    }
    setStep('kept')
    if (next && (await isHere(queryClient, learnerQueries(api).item(next.itemable_type, next.itemable_id, relatedId))))
      await open()
  }
  const goOn = () => {
    if (isDone(item.status)) void open()
    else
      finish().catch((error: ApiError) => {
        setStep('reading')
        toast.error(error)
      })
  }
  if (isClosed) return <LockedItem slug={slug} relatedId={relatedId} />
  return (
    <IdentityGate seat={seat}>
      <article className={cx(styles.content, type === 'Document' && styles.reading)}>
        <h1>{item.title}</h1>
        <SeatTimeNote standing={seat.standing} pause={seat.pause} />
        {item.file && (
          <div className={styles.file}>
            <span>
              {item.file.name} ({formatFileSize(item.file.size)})
            </span>
            <LinkButton href={`${item.file.url}&download=1`} download={item.file.name} variant="outline" size="sm">
              Download
            </LinkButton>
          </div>
        )}
        <ItemContent item={item} relatedId={relatedId} />
      </article>
      {step === 'kept' && (
        <div className={styles.kept}>
          <Alert tone="info" title="This item is done" isLive>
            You are offline. It is saved on this device and will be sent when you are back online.
          </Alert>
        </div>
      )}
      <div className={styles.steps}>
        {item.previous ? (
          <LinkButton href={itemPath(place, item.previous)} variant="outline">
            Previous
          </LinkButton>
        ) : (
          <span />
        )}
        {state !== 'saved' && (
          <SaveMark
            state={state}
            text={state === 'offline' ? 'Offline: your progress is kept and sent later' : undefined}
          />
        )}
        <Button isLoading={step === 'finishing'} onClick={goOn}>
          {next ? 'Next' : 'Finish'}
        </Button>
      </div>
    </IdentityGate>
  )
}
