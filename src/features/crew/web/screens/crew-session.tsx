import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { PageHeader } from '#ui/app/page-header.tsx'
import { useApi, useCall, useSession } from '#ui/calls/api.tsx'
import { useOnline } from '#ui/hooks/use-online.ts'
import { can } from '#ui/page/guard.ts'
import { confirm, notify } from '#ui/public/dialogs/confirm.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { EmptyState } from '#ui/public/lists/empty-state.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { Field, Input } from '#ui/public/parts/field.tsx'
import { DateText } from '#ui/public/parts/time.tsx'
import { closeCrewSession } from '../../contract.ts'
import { CheckIn } from '../components/check-in.tsx'
import { CorrectDialog, SignDialog } from '../components/member-dialogs.tsx'
import { MemberRow } from '../components/member-row.tsx'
import { WaitingEntries } from '../components/waiting.tsx'
import styles from '../crew.module.css'
import { crewQueries, type MemberShown, type SessionShown } from '../queries.ts'
import { useKeptPage } from '../queue/use-kept-page.ts'
import { useKeptSession, useQueuedSession } from '../queue/use-queue.ts'
import { useCheckIn } from '../use-check-in.ts'
import { countOf } from '../words.ts'

/** The session on the tablet: check in above, the roster with its sign-offs below (CRW-015); without a network too (CRW-017). */
export function CrewSessionScreen({ id }: { id: number }) {
  const { data } = useQuery(crewQueries(useApi()).one(id))
  const session = useKeptSession(id, data?.data)
  return session ? <Session session={session} /> : null
}

/** Those who are here stand first. */
const byPresence = (one: MemberShown, other: MemberShown) =>
  Number(one.arrived_at === null) - Number(other.arrived_at === null)

function Session({ session: known }: { session: SessionShown }) {
  const client = useQueryClient()
  const isOnline = useOnline()
  const queued = useQueuedSession(known)
  const { shown: session, items, state, queue, record } = queued
  const { id, tasks, roster, closed_at: closedAt } = session
  const isMine = can(useSession(), 'grading.update')
  const isKept = useKeptPage(id, isMine, closedAt !== null)
  const checkIn = useCheckIn(id)
  const [opened, setOpened] = useState<{ what: 'sign' | 'correct'; related_id: number } | null>(null)
  const [search, setSearch] = useState('')
  const close = useCall(closeCrewSession, {
    onSuccess: () => {
      toast.success('The session is closed.')
      void client.invalidateQueries()
    },
    onError: (error) => void toast.error(error),
  })
  const askClose = async () => {
    if (items.length > 0)
      return notify({
        title: 'Entries are not recorded yet',
        text: `${countOf(items.length)} kept on this device. Send or discard them first: a closed session takes no more entries.`,
      })
    const isSure = await confirm({
      title: 'Close this session?',
      text: `${session.arrived === 1 ? '1 person' : `${session.arrived} people`} checked in. Afterward, the record changes only by corrections with your name and a reason.`,
      yes: 'Close session',
    })
    if (isSure) close.mutate({ params: { id } })
    return undefined
  }
  const member = roster.find(({ related_id }) => related_id === opened?.related_id)
  const shown = roster
    .filter(({ user }) => user.display_name.toLowerCase().includes(search.trim().toLowerCase()))
    .toSorted(byPresence)
  const isClosed = closedAt !== null
  return (
    <div className={styles.page}>
      <PageHeader
        title={session.title}
        text={`${session.course.title}${session.place && `, ${session.place}`}`}
        actions={
          isMine &&
          !isClosed && (
            <Button variant="outline" isLoading={close.isPending} onClick={() => void askClose()}>
              Close session
            </Button>
          )
        }
      />
      {isClosed ? (
        <Alert title="This session is closed">
          {session.closed_by?.display_name ?? 'Somebody'} closed it on <DateText value={closedAt} format="long" />.
        </Alert>
      ) : (
        isMine && (
          <CheckIn
            checkIn={checkIn}
            roster={roster}
            onSign={({ related_id }) => setOpened({ what: 'sign', related_id })}
          />
        )
      )}
      <WaitingEntries items={items} state={state} queue={queue} isOnline={isOnline} />
      {isKept !== null && !isClosed && (
        <p className={styles.note}>
          {isKept
            ? 'Ready to work without a network: this page opens on this device, and what you record is sent later.'
            : 'This browser cannot keep the page. Keep it open where there is no network.'}
        </p>
      )}
      <section className={styles.page} aria-labelledby="roster">
        <h2 id="roster">
          {isClosed ? `${session.arrived} checked in` : `${session.arrived} of ${roster.length} checked in`}
        </h2>
        {roster.length > 8 && (
          <Field label="Find a person">
            <Input type="search" value={search} onChange={(event) => setSearch(event.currentTarget.value)} />
          </Field>
        )}
        {roster.length === 0 ? (
          <EmptyState
            title={isClosed ? 'Nobody checked in' : 'Nobody is enrolled yet'}
            text={isClosed ? 'This session has no attendance.' : 'Learners of the course will be listed here.'}
          />
        ) : (
          <ul className={styles.list}>
            {shown.map((one) => (
              <MemberRow
                key={one.related_id}
                member={one}
                tasks={tasks}
                isClosed={isClosed}
                isMine={isMine}
                waiting={session.waiting.get(one.related_id) ?? 0}
                onTask={(task) => void record(one, { kind: 'task', task })}
                onLeft={() => void record(one, { kind: 'left' })}
                onSign={() => setOpened({ what: 'sign', related_id: one.related_id })}
                onCorrect={() => setOpened({ what: 'correct', related_id: one.related_id })}
              />
            ))}
          </ul>
        )}
      </section>
      {session.corrections.length > 0 && <Corrections session={session} />}
      {member && opened?.what === 'sign' && (
        <SignDialog
          member={member}
          queued={queued}
          onDone={(name) => checkIn.say({ tone: 'success', text: `${name} is checked in.` })}
          onClose={() => setOpened(null)}
        />
      )}
      {member && opened?.what === 'correct' && (
        <CorrectDialog member={member} session={session} queued={queued} onClose={() => setOpened(null)} />
      )}
    </div>
  )
}

const NOUNS = { arrived: 'attendance', left: 'departure' }

function Corrections({ session: { corrections, roster, tasks } }: { session: SessionShown }) {
  return (
    <section className={styles.page} aria-labelledby="corrections">
      <h2 id="corrections">Corrections</h2>
      <ul className={styles.list}>
        {corrections.map(({ related_id, kind, task, is_so, reason, at, by }) => {
          const name = roster.find((one) => one.related_id === related_id)?.user.display_name
          const what = kind === 'task' ? (tasks[task ?? 0] ?? '') : NOUNS[kind]
          return (
            <li key={`${related_id} ${at}`} className={styles.session}>
              <div className={styles.who}>
                <span>
                  {name}: {what} {is_so ? 'added' : 'taken back'}
                </span>
                <span>{reason}</span>
              </div>
              <span className={styles.note}>
                {by?.display_name}, <DateText value={at} format="long" />
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
