import { useState } from 'react'
import { ListScreen } from '#ui/app/list/list-screen.tsx'
import { useListState } from '#ui/app/list/use-list-state.ts'
import { Progress } from '#ui/app/progress.tsx'
import { useCall, useSession } from '#ui/calls/api.tsx'
import { IconPlus, IconRefresh, IconUpload, IconX } from '#ui/icons.tsx'
import { can } from '#ui/page/guard.ts'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { sendCourseUpdate } from '../../contract.ts'
import { SHARE_COLUMNS } from '../components/share-columns.tsx'
import { ShareDialog } from '../components/share-dialog.tsx'
import { useShareActions } from '../components/use-share-actions.ts'
import { SHARES_SPEC, useJobNews, useSharesOfCourse, useSharingChanged } from '../queries.ts'
import styles from '../shared-courses.module.css'
import { isRunning, type Job, jobInWords, PUBLISHING_OPTIONS, type Share } from '../words.ts'

/** The portals that have a course: share it, see how far that is, send updates, and stop (SHR-020). */
export function SharingScreen({ slug }: { slug: string }) {
  const address = useListState(SHARES_SPEC)
  const result = useSharesOfCourse(slug, address.query)
  const [isSharing, setSharing] = useState(false)
  const changed = useSharingChanged()
  const { actionsOf, stop, restart, mayUpdate } = useShareActions()
  const session = useSession()
  useJobNews(result.refetch)
  const send = useCall(sendCourseUpdate, {
    onSuccess: () => {
      void changed()
      toast.success('We are sending the update. You can leave this page.')
    },
    onError: (error) => void toast.error(error),
  })
  const { job, obstacle, has_changes: hasChanges = false } = result.data ?? {}
  const share = can(session, 'shared-courses.create') && !obstacle && (
    <Button icon={IconPlus} aria-haspopup="dialog" onClick={() => setSharing(true)}>
      Share with portals
    </Button>
  )
  const hasShares = (result.data?.data.length ?? 0) > 0
  return (
    <>
      <div className={styles.head}>
        <div>
          <h2>Sharing</h2>
          <p>Other portals sell this course as their own. You alone change what is in it.</p>
        </div>
        <div className={styles.buttons}>
          {mayUpdate && hasShares && hasChanges && !obstacle && (
            <Button
              variant="outline"
              icon={IconUpload}
              isLoading={send.isPending}
              onClick={() => send.mutate({ params: { slug } })}
            >
              Send update
            </Button>
          )}
          {hasShares && share}
        </div>
      </div>
      {job && (isRunning(job) || job.failed > 0) && (
        <JobBox
          job={job}
          onRestart={
            mayUpdate && job.failed > 0 && !isRunning(job)
              ? () => restart.mutate({ params: { id: job.id }, body: {} })
              : undefined
          }
        />
      )}
      <ListScreen<Share>
        label="Portals"
        address={address}
        result={result}
        searchLabel="Search portals"
        filters={[{ name: 'state', label: 'State', options: PUBLISHING_OPTIONS }]}
        rowKey={({ id }) => id}
        rowName={({ portal }) => portal.name}
        rowActions={actionsOf}
        bulkActions={
          mayUpdate
            ? [
                {
                  label: 'Stop sharing',
                  icon: IconX,
                  isDanger: true,
                  run: (rows) => stop(rows.filter((row) => !row.revoked_at)),
                },
              ]
            : []
        }
        columns={[
          { key: 'portal', title: 'Portal', role: 'main', cell: ({ portal }) => portal.name },
          ...SHARE_COLUMNS,
        ]}
        empty={{
          title: 'Not shared yet',
          text:
            obstacle ?? 'Share the course, and other portals sell it at their own price while you keep it up to date.',
          ...(share && { action: share }),
        }}
      />
      {isSharing && <ShareDialog slug={slug} onClose={() => setSharing(false)} />}
    </>
  )
}

function JobBox({ job, onRestart }: { job: Job; onRestart?: (() => void) | undefined }) {
  const total = job.queued + job.processing + job.published + job.failed
  const title = job.kind === 'share' ? 'Sharing the course' : 'Sending the update'
  return (
    <section className={styles.box} aria-label="Publishing job">
      <h3>{title}</h3>
      <Progress label={title} value={total === 0 ? 100 : ((job.published + job.failed) / total) * 100} />
      <p role="status">{jobInWords(job)}.</p>
      {onRestart && (
        <div>
          <Button variant="outline" size="sm" icon={IconRefresh} onClick={onRestart}>
            Start the failed ones again
          </Button>
        </div>
      )}
    </section>
  )
}
