import { useQuery } from '@tanstack/react-query'
import { FormDialog, Wide } from '#ui/app/form/detail-form.tsx'
import { SelectField } from '#ui/app/form/fields.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { listCurators, setCurator } from '../contract.ts'

type CuratorDialogProps = {
  relatedId: number
  learner: string
  curator: { id: number; display_name: string } | null
  /** The version of the enrollment that the dialog begins from. */
  version: number | undefined
  onClose: () => void
  onSaved: () => void
}

/**
 * The attach-curator-to-user-course dialog: the person who looks after a learner in a course, or nobody (USR-016,
 * UIX-025).
 */
export function CuratorDialog({ relatedId, learner, curator, version, onClose, onSaved }: CuratorDialogProps) {
  const api = useApi()
  const { data, isPending } = useQuery(api.query(listCurators, { params: { id: relatedId } }))
  const people = new Map([...(curator ? [curator] : []), ...(data?.data ?? [])].map((person) => [person.id, person]))
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title="Curator"
      text={`Gets the notifications about ${learner} in this course, and is the only instructor who sees and grades them.`}
      savedText="The curator is saved."
      defaults={{ curator_id: '' }}
      record={{ curator_id: curator ? String(curator.id) : '', ...(version !== undefined && { version }) }}
      words={{ curator_id: (id) => people.get(Number(id))?.display_name ?? 'Nobody' }}
      save={(_, { curator_id: id }, options) =>
        api.call(setCurator, { params: { id: relatedId }, body: { curator_id: id ? Number(id) : null } }, options)
      }
      onSaved={onSaved}
    >
      <Wide>
        <SelectField
          name="curator_id"
          label="Curator"
          description="An instructor or manager of the course. Leave it empty for all its instructors."
          data={[...people.values()].map(({ id, display_name: label }) => ({ value: String(id), label }))}
          nothingFoundMessage={isPending ? 'Searching…' : 'Nobody found'}
          searchable
          clearable
        />
      </Wide>
    </FormDialog>
  )
}
