import { useInfiniteQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { listScormCommits, restoreScormAttempt, showScormAttempt } from '#features/scorm/contract-admin.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { Row, Rows } from '#ui/app/list/rows.tsx'
import { PageHeader } from '#ui/app/page-header.tsx'
import { StatusBadge } from '#ui/app/status-badge.tsx'
import { useApi, useCall, useSession } from '#ui/calls/api.tsx'
import { can } from '#ui/page/guard.ts'
import { confirm } from '#ui/public/dialogs/confirm.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { textOfError } from '#ui/public/lists/error-text.ts'
import { LoadMore } from '#ui/public/lists/pagination.tsx'
import { LoadingNote, SkeletonText } from '#ui/public/lists/skeleton.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { TimeText } from '#ui/public/parts/time.tsx'
import { duration } from '../components/cells.tsx'
import { learnerPath, progressPath } from '../paths.ts'
import { teachingQueries } from '../queries.ts'
import styles from '../teaching.module.css'

type Attempt = Wire<typeof showScormAttempt>['data']
type Snapshot = Attempt['snapshots'][number]

const REASONS: Record<Snapshot['reason'], string> = {
  visit: 'before a visit began',
  messages: 'during a long visit',
  shrunk: 'before the data became much shorter',
  restore: 'before another state was brought back',
}
const EVENTS = {
  begin: 'Opened',
  data: 'Saved',
  finish: 'Ended',
  restore: 'Brought back',
  carry: 'Carried over',
} as const
const wordOf = (status: string) =>
  status === 'not attempted' ? 'not_started' : status === 'incomplete' ? 'in_progress' : status

const describe = ({
  lesson_location: place,
  score_raw: score,
  suspend_length: length,
}: Snapshot | Attempt['items'][number]) =>
  [
    place ? `place ${place}` : null,
    score ? `score ${score}` : null,
    length > 0 ? `${length.toLocaleString('en-US')} characters of data` : 'no data',
    length > 64_000 ? 'more than the 64,000 that SCORM players take' : null,
  ]
    .filter(Boolean)
    .join(', ')

type Props = { slug: string; relatedId: number; attemptId: number }

/** What a package has reported for a learner, when, and the way back to an earlier state (SCO-028, SCO-029). */
export function ScormAttemptScreen({ slug, relatedId, attemptId }: Props) {
  const api = useApi()
  const session = useSession()
  const queryClient = useQueryClient()
  const { data: attempt } = useSuspenseQuery(api.query(showScormAttempt, { params: { id: attemptId } })).data
  const { data: learner } = useSuspenseQuery(teachingQueries(api).learner(slug, relatedId)).data
  const restore = useCall(restoreScormAttempt, {
    onSuccess: async () => {
      await queryClient.invalidateQueries()
      toast.success('The earlier state applies from the next start.')
    },
    onError: (error) => void toast.error(error),
  })
  const bringBack = async (snapshot: Snapshot) => {
    const isSure = await confirm({
      title: 'Restore this state?',
      text: 'It applies from the next start. The current state is kept, and you can restore it too. No result is lost.',
      yes: 'Bring it back',
    })
    if (isSure) restore.mutate({ params: { id: attemptId }, body: { snapshot_id: snapshot.id } })
  }
  const titleOf = (sco: string) => attempt.items.find((item) => item.sco === sco)?.title ?? sco
  return (
    <>
      <PageHeader
        title={attempt.module.title}
        text={`${attempt.learner.display_name}: ${attempt.launches} ${attempt.launches === 1 ? 'start' : 'starts'}, ${duration(attempt.total_seconds)}.${attempt.carried_from === null ? '' : ' Continues an earlier package.'}`}
        badge={<StatusBadge status={attempt.result === 'unknown' ? 'in_progress' : attempt.result} />}
        crumbs={[
          { label: 'Courses', href: '/courses/admin' },
          { label: learner.course.title, href: progressPath(slug) },
          { label: attempt.learner.display_name, href: learnerPath(slug, learner.user.id, relatedId) },
          { label: attempt.module.title },
        ]}
      />
      <div className={styles.parts}>
        <section className={styles.part} aria-labelledby="now">
          <h2 id="now">Current state</h2>
          {attempt.items.length === 0 ? (
            <p>Nothing has been opened yet.</p>
          ) : (
            <Rows>
              {attempt.items.map((item) => (
                <Row key={item.sco} title={item.title} note={`${describe(item)}, ${duration(item.total_seconds)}`}>
                  <StatusBadge status={wordOf(item.status)} />
                </Row>
              ))}
            </Rows>
          )}
        </section>
        <section className={styles.part} aria-labelledby="states">
          <h2 id="states">Earlier states</h2>
          {attempt.snapshots.length === 0 ? (
            <p>None saved yet. We save one before each visit and every 50 messages.</p>
          ) : (
            <Rows>
              {attempt.snapshots.map((snapshot) => (
                <Row
                  key={snapshot.id}
                  title={titleOf(snapshot.sco)}
                  note={
                    <>
                      <TimeText value={snapshot.stood_at} />, {REASONS[snapshot.reason]}: {describe(snapshot)}
                    </>
                  }
                >
                  <StatusBadge status={wordOf(snapshot.status)} />
                  {can(session, 'grading.update') && (
                    <Button
                      size="sm"
                      variant="outline"
                      disabled={restore.isPending}
                      aria-label={`Bring back ${titleOf(snapshot.sco)}, ${describe(snapshot)}`}
                      onClick={() => void bringBack(snapshot)}
                    >
                      Bring back
                    </Button>
                  )}
                </Row>
              ))}
            </Rows>
          )}
        </section>
        <Journal attemptId={attemptId} titleOf={titleOf} />
      </div>
    </>
  )
}

type Change = { key: string; value: string }
const nameOf = ({ key }: Change) => key.replace(/^cmi\.(?:core\.)?/, '')

/** What a message set, line by line; what it left or made empty in one line, because packages name all they know. */
function Changes({ changes }: { changes: readonly Change[] }) {
  const empty = changes.filter(({ value }) => value === '')
  return (
    <ul className={styles.changes}>
      {changes
        .filter(({ value }) => value !== '')
        .map((change) => (
          <li key={change.key}>
            {nameOf(change)} = {change.value}
          </li>
        ))}
      {empty.length > 0 && <li>Empty: {empty.map(nameOf).join(', ')}</li>}
    </ul>
  )
}

function Journal({ attemptId, titleOf }: { attemptId: number; titleOf: (sco: string) => string }) {
  const api = useApi()
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [listScormCommits.path, attemptId],
    queryFn: ({ pageParam }) =>
      api.call(listScormCommits, { params: { id: attemptId }, query: pageParam ? { cursor: pageParam } : {} }),
    initialPageParam: '',
    getNextPageParam: (page) => page.meta.next_cursor,
  })
  const rows = data?.pages.flatMap((page) => page.data) ?? []
  return (
    <section className={styles.part} aria-labelledby="journal">
      <h2 id="journal">Journal</h2>
      {!data && !error && (
        <>
          <LoadingNote text="Loading the journal" />
          <SkeletonText lines={4} />
        </>
      )}
      {!data && error && <Alert tone="danger">{textOfError(error)}</Alert>}
      {data && rows.length === 0 && <p>Nothing has been reported yet.</p>}
      {rows.length > 0 && (
        <Rows isReversed>
          {rows.map((row) => (
            <Row
              key={`${row.launch} ${row.seq}`}
              title={`${EVENTS[row.event]}: ${titleOf(row.sco)}`}
              note={
                <>
                  <TimeText value={row.received_at} />, start {row.launch}
                  {row.seq > 0 && `, message ${row.seq}`}
                  {row.user && `, by ${row.user.display_name}`}
                </>
              }
            >
              {row.changes.length > 0 && <Changes changes={row.changes} />}
            </Row>
          ))}
        </Rows>
      )}
      <LoadMore
        hasMore={hasNextPage}
        isLoading={isFetchingNextPage}
        onMore={() => void fetchNextPage()}
        label="Show earlier messages"
      />
    </section>
  )
}
