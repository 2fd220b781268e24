import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import {
  coursePath,
  ItemSteps,
  LockedItem,
  learnerQueries,
  PREVIEW,
  refreshProgress,
  StatusMark,
} from '#features/progress/web/public.ts'
import { useApi, useCall } from '#ui/calls/api.tsx'
import { useLive } from '#ui/calls/live-context.ts'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Button, LinkButton } from '#ui/public/parts/button.tsx'
import { startCloudScormModule } from '../../contract.ts'
import styles from '../cloud-scorm.module.css'

type Props = { slug: string; relatedId: number; id: number }
type Status = 1 | 2 | 3 | 4 | 5

const SAID: Record<Status, string> = {
  1: 'In progress. Your work is saved.',
  2: 'Passed. You can open the module again at any time.',
  3: 'Not passed yet. You can try again.',
  4: 'Not started yet.',
  5: 'Finished. You can open the module again at any time.',
}
const LABELS: Record<Status, string> = {
  1: 'Continue the module',
  2: 'Open the module again',
  3: 'Try again',
  4: 'Start the module',
  5: 'Open the module again',
}

/**
 * A window that is opened while the click is handled, since browsers block later ones. It gets its address when the
 * service has created one; the service's page learns nothing about ours.
 */
const openWindow = (): Window | null => {
  const opened = window.open('', '_blank')
  if (opened) opened.opener = null
  return opened
}

/** A module that the cloud SCORM service plays in a separate window (SCO-018 to SCO-021). */
export function CloudModuleScreen({ slug, relatedId, id }: Props) {
  const queryClient = useQueryClient()
  const { data: outline } = useSuspenseQuery(learnerQueries(useApi()).outline(slug, relatedId)).data
  const item = outline.find((entry) => entry.itemable_type === 'CloudScormModule' && entry.itemable_id === id)
  const start = useCall(startCloudScormModule)
  const [blockedLink, setBlockedLink] = useState<string | null>(null)
  const started = start.data?.data
  const progressId = started?.course_user_progress?.id ?? item?.progress_id ?? null

  const refresh = () => void refreshProgress(queryClient)
  useLive(progressId === null ? null : `cloud-scorm-progress.${progressId}`, { 'progress.updated': refresh })
  // Live events may get lost (RTM-006), so a return to this window reads the state again.
  useEffect(() => {
    const again = () => void refreshProgress(queryClient)
    addEventListener('focus', again)
    return () => removeEventListener('focus', again)
  }, [queryClient])

  const open = async () => {
    setBlockedLink(null)
    const opened = openWindow()
    try {
      const { data } = await start.mutateAsync({ params: { id }, body: { related_id: relatedId } })
      if (opened) opened.location.replace(data.scorm_link)
      else setBlockedLink(data.scorm_link)
      refresh()
    } catch {
      // The failure is shown from the call's own state.
      opened?.close()
    }
  }

  if (item?.is_locked) return <LockedItem slug={slug} relatedId={relatedId} />
  const status = (item?.status ?? 4) as Status
  return (
    <>
      <div className={styles.page}>
        <h1>{item?.title ?? 'Module'}</h1>
        <p className={styles.status} role="status">
          <StatusMark status={status} />
          {SAID[status]}
        </p>
        <p className={styles.text}>
          The module opens in its own window. Close it when you are done; your result appears here.
        </p>
        {started && !started.is_kept && relatedId !== PREVIEW && (
          <Alert>You have completed this course. The module opens for review only, and nothing is recorded.</Alert>
        )}
        {start.error && (
          <Alert tone="danger" title="This module cannot be started" isLive>
            {start.error.message}
          </Alert>
        )}
        {blockedLink !== null && (
          <Alert tone="warning" title="Your browser blocked the window" isLive>
            Please open it with the button below.
          </Alert>
        )}
        <div className={styles.actions}>
          {blockedLink === null ? (
            <Button size="lg" isLoading={start.isPending} onClick={() => void open()}>
              {LABELS[status]}
            </Button>
          ) : (
            <LinkButton size="lg" href={blockedLink} target="_blank" rel="noopener noreferrer">
              Open the module
            </LinkButton>
          )}
          <LinkButton size="lg" variant="outline" href={`${coursePath({ slug, related_id: relatedId })}/outline`}>
            Back to the outline
          </LinkButton>
        </div>
      </div>
      <ItemSteps slug={slug} relatedId={relatedId} type="CloudScormModule" id={id} />
    </>
  )
}
