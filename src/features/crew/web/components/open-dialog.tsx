import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Wire } from '#kernel/endpoint.ts'
import { RecordFields } from '#ui/app/form/detail-form.tsx'
import { SelectField, TextAreaField, TextField } from '#ui/app/form/fields.tsx'
import { useRecordForm } from '#ui/app/form/use-record-form.ts'
import { useApi } from '#ui/calls/api.tsx'
import { useOnce } from '#ui/hooks/use-idempotency-key.ts'
import { Dialog, DialogButtons } from '#ui/public/dialogs/dialog.tsx'
import { LoadingNote } from '#ui/public/lists/skeleton.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { listCrewSessions, MOST_TASKS, openCrewSession, type showCrewOptions } from '../../contract.ts'
import styles from '../crew.module.css'
import { crewQueries } from '../queries.ts'

type Values = { course_id: string | null; title: string; place: string; tasks: string }
type Courses = Wire<typeof showCrewOptions>['data']['courses']

/** Opens a session, and goes to its screen (CRW-014). */
export function OpenDialog({ onClose }: { onClose: () => void }) {
  const { data } = useQuery(crewQueries(useApi()).options())
  return (
    <Dialog isOpen onClose={onClose} title="Open session">
      {data ? <OpenForm courses={data.data.courses} onClose={onClose} /> : <LoadingNote text="Loading the form" />}
    </Dialog>
  )
}

/** What rules ask in a course, as much of it as one session can have (TRD-033). */
const askedIn = (courses: Courses, courseId: string | null): string =>
  (courses.find(({ value }) => value === courseId)?.tasks ?? []).slice(0, MOST_TASKS).join('\n')

const askedNote = (asked: number): string => {
  if (asked === 0) return ''
  if (asked > MOST_TASKS) return ` Rules of this course ask for ${asked}: these are the first ${MOST_TASKS}.`
  return ' The rules of this course ask for these: keep their wording, so that they count.'
}

function OpenForm({ courses, onClose }: { courses: Courses; onClose: () => void }) {
  const api = useApi()
  const client = useQueryClient()
  const navigate = useNavigate()
  const once = useOnce()
  const only = courses.length === 1 ? (courses[0]?.value ?? null) : null
  const record = useRecordForm<Values>({
    defaults: {
      course_id: only,
      title: '',
      place: '',
      tasks: askedIn(courses, only),
    },
    savedText: 'The session is open.',
    save: (_, { course_id, title, place, tasks }) => {
      const lines = tasks.split('\n').map((line) => line.trim())
      const body = { course_id: Number(course_id), title, place, tasks: lines.filter((line) => line !== '') }
      return once(body, (options) => api.call(openCrewSession, { body }, options))
    },
    onSaved: (answer) => {
      const { data } = answer as Wire<typeof openCrewSession>
      void client.invalidateQueries({ queryKey: [listCrewSessions.path] })
      void navigate({ to: '/crew-sessions/$id', params: { id: String(data.id) } })
    },
  })
  const { form, values } = record
  // Tasks that somebody typed stay.
  form.watch('course_id', ({ previousValue, value }) => {
    const typed = form.getValues().tasks
    if (typed.trim() === '' || typed === askedIn(courses, previousValue))
      form.setFieldValue('tasks', askedIn(courses, value))
  })
  const taskCount = courses.find(({ value }) => value === values.course_id)?.tasks.length ?? 0
  return (
    <RecordFields record={record} className={styles.form}>
      <SelectField name="course_id" label="Course" data={courses} searchable allowDeselect={false} />
      <TextField name="title" label="Title" description="For example SCBA practice." maxLength={120} />
      <TextField name="place" label="Place" description="Optional." maxLength={120} />
      <TextAreaField
        name="tasks"
        label="Hands-on tasks"
        description={`One on each line, up to ${MOST_TASKS}. You sign them off for each person. They cannot be changed later.${askedNote(taskCount)}`}
        autosize
        minRows={3}
      />
      <DialogButtons>
        <Button variant="outline" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" isLoading={record.isSaving} disabled={!record.canSave}>
          Open session
        </Button>
      </DialogButtons>
    </RecordFields>
  )
}
