import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { PageHeader } from '#ui/app/page-header.tsx'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { IconPlus } from '#ui/icons.tsx'
import { can } from '#ui/page/guard.ts'
import { EmptyState } from '#ui/public/lists/empty-state.tsx'
import { LoadingNote } from '#ui/public/lists/skeleton.tsx'
import { Anchor } from '#ui/public/parts/anchor.tsx'
import { Badge } from '#ui/public/parts/badge.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { DateText } from '#ui/public/parts/time.tsx'
import styles from '../crew.module.css'
import { crewQueries } from '../queries.ts'

const OpenDialog = lazy(() => import('../components/open-dialog.tsx').then((file) => ({ default: file.OpenDialog })))

/** Crew sessions, the newest first, and opening one (CRW-014). */
export function CrewSessionsScreen() {
  const [cursors, setCursors] = useState<string[]>([])
  const { data } = useQuery(crewQueries(useApi()).sessions(cursors.at(-1)))
  const [isOpening, setOpening] = useState(false)
  const sessions = data?.data ?? []
  const next = data?.meta.next_cursor
  const open = can(useSession(), 'grading.update') && (
    <Button icon={IconPlus} aria-haspopup="dialog" onClick={() => setOpening(true)}>
      Open session
    </Button>
  )
  const isEmpty = data && sessions.length === 0 && cursors.length === 0
  return (
    <div className={styles.page}>
      <PageHeader
        title="Crew sessions"
        text="Hands-on training on one tablet: people check in one after the other, and you sign off their tasks."
        actions={!isEmpty && open}
      />
      {isEmpty ? (
        <EmptyState
          title="No session yet"
          text="Open a session for a course. People check in with badge and PIN, and you sign off what they can do."
          action={open}
        />
      ) : (
        <ul className={styles.list}>
          {sessions.map((session) => (
            <li key={session.id} className={styles.session}>
              <div className={styles.who}>
                <Anchor href={`/crew-sessions/${session.id}`}>{session.title}</Anchor>
                <span className={styles.note}>
                  {session.course.title}
                  {session.place && `, ${session.place}`}
                </span>
              </div>
              <span className={styles.note}>
                <DateText value={session.opened_at} format="long" />
                {session.opened_by && `, ${session.opened_by.display_name}`}
              </span>
              <span>{session.arrived === 1 ? '1 person' : `${session.arrived} people`}</span>
              {session.closed_at ? <Badge>Closed</Badge> : <Badge tone="success">Open</Badge>}
            </li>
          ))}
        </ul>
      )}
      {(next || cursors.length > 0) && (
        <div className={styles.actions}>
          <Button variant="outline" disabled={cursors.length === 0} onClick={() => setCursors(cursors.slice(0, -1))}>
            Newer
          </Button>
          <Button variant="outline" disabled={!next} onClick={() => next && setCursors([...cursors, next])}>
            Older
          </Button>
        </div>
      )}
      {isOpening && (
        <Suspense fallback={<LoadingNote text="Loading the form" />}>
          <OpenDialog onClose={() => setOpening(false)} />
        </Suspense>
      )}
    </div>
  )
}
