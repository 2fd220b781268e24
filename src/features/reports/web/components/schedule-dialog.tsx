import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { versioned } from '#ui/app/form/edits.ts'
import { Row, Rows } from '#ui/app/list/rows.tsx'
import { useApi, useCall } from '#ui/calls/api.tsx'
import { IconCalendar, IconPlus } from '#ui/icons.tsx'
import { Dialog } from '#ui/public/dialogs/dialog.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { textOfError } from '#ui/public/lists/error-text.ts'
import { LoadingNote } from '#ui/public/lists/skeleton.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Badge } from '#ui/public/parts/badge.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { DayText } from '#ui/public/parts/day.tsx'
import { deleteReportSchedule, type ReportName, sendReportSchedule, updateReportSchedule } from '../../contract.ts'
import { COVERS_NAMES } from '../../rules/covers.ts'
import { type Narrowing, type ReportFigures, reportQueries, type ScheduleShown } from '../queries.ts'
import styles from './schedule.module.css'
import { ScheduleForm } from './schedule-form.tsx'

type ScheduleProps = { report: ReportFigures['report']; narrowing: Narrowing }

/** Opens what is sent of a report by mail, and when (REP-021). */
export function ScheduleButton(props: ScheduleProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="outline" icon={IconCalendar} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Schedule
      </Button>
      {isOpen && <ScheduleDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

function ScheduleDialog({ report, narrowing, onClose }: ScheduleProps & { onClose: () => void }) {
  const query = reportQueries(useApi()).schedules(report.name)
  const { data, error } = useQuery(query)
  const [editedId, setEditedId] = useState<number | 'new' | null>(null)
  const shown = data?.data
  const schedule = shown?.schedules.find(({ id }) => id === editedId) ?? null
  const isEditing = schedule !== null || editedId === 'new'
  const reload = useReload(report.name)
  return (
    <Dialog isOpen onClose={onClose} title={`Send ${report.title} by mail`}>
      {error && !shown && (
        <Alert tone="danger" isLive>
          {textOfError(error)}
        </Alert>
      )}
      {!shown && !error && <LoadingNote text="Loading schedules" />}
      {shown && isEditing && (
        <ScheduleForm
          key={editedId}
          report={report}
          narrowing={narrowing}
          schedule={schedule}
          people={shown.people}
          ownId={shown.own_id}
          onSaved={() => void reload().then(() => setEditedId(null))}
          onClose={() => setEditedId(null)}
        />
      )}
      {shown && !isEditing && (
        <div className={styles.parts}>
          {shown.schedules.length === 0 ? (
            <p className={styles.none}>This report is not sent to anyone yet.</p>
          ) : (
            <Rows isInset label="Schedules">
              {shown.schedules.map((schedule) => (
                <ScheduleRow
                  key={schedule.id}
                  report={report}
                  schedule={schedule}
                  onEdit={() => setEditedId(schedule.id)}
                />
              ))}
            </Rows>
          )}
          <Button icon={IconPlus} onClick={() => setEditedId('new')}>
            New schedule
          </Button>
        </div>
      )}
    </Dialog>
  )
}

/** Reads the schedules of a report again. */
const useReload = (report: ReportName) => {
  const api = useApi()
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: reportQueries(api).schedules(report).queryKey })
}

type ScheduleRowProps = { report: ScheduleProps['report']; schedule: ScheduleShown; onEdit: () => void }

function ScheduleRow({ report, schedule, onEdit }: ScheduleRowProps) {
  const reload = useReload(report.name)
  // Somebody else may have changed it: what is shown then is the newest.
  const onError = (error: unknown) => {
    toast.error(error)
    void reload()
  }
  const remove = useCall(deleteReportSchedule, { onSuccess: reload, onError })
  const update = useCall(updateReportSchedule, { onSuccess: reload, onError })
  const send = useCall(sendReportSchedule, {
    onSuccess: ({ data: { mails } }) =>
      void toast.success(mails === 1 ? '1 mail is on its way.' : `${mails} mails are on their way.`),
    onError,
  })
  const { id, people, text, next_due_at, last_sent_at, is_paused: isPaused, format, covers } = schedule
  const { period, hour, weekday, month_day, course_id, manager_id, state } = schedule
  const same = { period, hour, weekday, month_day, format, covers, course_id, manager_id, state }
  const isNarrowed = course_id !== null || manager_id !== null || state !== null
  return (
    <Row
      title={
        <>
          <strong>{text}</strong> {isPaused && <Badge tone="warning">Paused</Badge>}
        </>
      }
      note={
        <>
          To {people.map(({ name }) => name).join(', ')},{' '}
          {format === 'csv' ? 'with a CSV file' : 'as figures with a link'}
          {report.date && `. ${COVERS_NAMES[covers]}`}
          {isNarrowed && ', with filters'}.
          <br />
          {!isPaused && (
            <>
              Next on <DayText value={next_due_at} />.{' '}
            </>
          )}
          {last_sent_at && (
            <>
              Last sent on <DayText value={last_sent_at} />.
            </>
          )}
        </>
      }
    >
      <Button
        size="sm"
        variant="soft"
        isLoading={send.isPending}
        aria-label={`Send now: ${text}`}
        onClick={() => send.mutate({ params: { id } })}
      >
        Send now
      </Button>
      <Button size="sm" variant="soft" aria-label={`Edit: ${text}`} onClick={onEdit}>
        Edit
      </Button>
      <Button
        size="sm"
        variant="outline"
        isLoading={update.isPending}
        aria-label={`${isPaused ? 'Resume' : 'Pause'}: ${text}`}
        onClick={() =>
          update.mutate({
            params: { id },
            body: { ...same, is_paused: !isPaused, user_ids: people.map((person) => person.id) },
            options: versioned(schedule),
          })
        }
      >
        {isPaused ? 'Resume' : 'Pause'}
      </Button>
      <Button
        size="sm"
        variant="danger-outline"
        isLoading={remove.isPending}
        aria-label={`Delete: ${text}`}
        onClick={() => remove.mutate({ params: { id } })}
      >
        Delete
      </Button>
    </Row>
  )
}
