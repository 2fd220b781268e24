import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Wire } from '#kernel/endpoint.ts'
import { RecordFields } from '#ui/app/form/detail-form.tsx'
import { SelectField, TextAreaField, TextField } from '#ui/app/form/fields.tsx'
import { useRecordForm } from '#ui/app/form/use-record-form.ts'
import { useApi } from '#ui/calls/api.tsx'
import { useIdempotencyKey } from '#ui/hooks/use-idempotency-key.ts'
import { Dialog, DialogButtons } from '#ui/public/dialogs/dialog.tsx'
import { LoadingNote } from '#ui/public/lists/skeleton.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { listCrewSessions, openCrewSession } from '../../contract.ts'
import styles from '../crew.module.css'
import { crewQueries } from '../queries.ts'

type Values = { course_id: string | null; title: string; place: string; tasks: string }
type Courses = { value: string; label: string }[]

/** Opens a session, and goes to its screen (CRW-014). */
export function OpenDialog({ onClose }: { onClose: () => void }) {
  const { data } = useQuery(crewQueries(useApi()).options())
  return (
    <Dialog isOpen onClose={onClose} title="Open session">
      {data ? <OpenForm courses={data.data.courses} onClose={onClose} /> : <LoadingNote text="Loading the form" />}
    </Dialog>
  )
}

function OpenForm({ courses, onClose }: { courses: Courses; onClose: () => void }) {
  const api = useApi()
  const client = useQueryClient()
  const navigate = useNavigate()
  const keyOf = useIdempotencyKey()
  const record = useRecordForm<Values>({
    defaults: {
      course_id: courses.length === 1 ? (courses[0]?.value ?? null) : null,
      title: '',
      place: '',
      tasks: '',
    },
    savedText: 'The session is open.',
    save: (_, { course_id, title, place, tasks }) => {
      const lines = tasks.split('\n').map((line) => line.trim())
      const body = { course_id: Number(course_id), title, place, tasks: lines.filter((line) => line !== '') }
      return api.call(openCrewSession, { body }, { idempotency_key: keyOf(body) })
    },
    onSaved: (answer) => {
      const { data } = answer as Wire<typeof openCrewSession>
      void client.invalidateQueries({ queryKey: [listCrewSessions.path] })
      void navigate({ to: '/crew-sessions/$id', params: { id: String(data.id) } })
    },
  })
  return (
    <RecordFields record={record} className={styles.form}>
      <SelectField name="course_id" label="Course" data={courses} searchable allowDeselect={false} />
      <TextField name="title" label="Title" description="For example SCBA practice." maxLength={120} />
      <TextField name="place" label="Place" description="Optional." maxLength={120} />
      <TextAreaField
        name="tasks"
        label="Hands-on tasks"
        description="One on each line, up to 12. You sign them off for each person. They cannot be changed later."
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
