import type { Wire } from '#kernel/endpoint.ts'
import { FormDialog } from '#ui/app/form/detail-form.tsx'
import { MomentField, SelectField, SwitchField, TextAreaField, TextField } from '#ui/app/form/fields.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { createAnnouncement, updateAnnouncement } from '../../contract.ts'
import type { Announced } from '../queries.ts'
import styles from './announcements.module.css'

/** What each audience is called, and where its announcements stand (PRT-051). */
export const AUDIENCE_NAMES = {
  learner: 'Learners',
  manager: 'Managers',
  banner: 'Everyone, as a banner',
} as const satisfies Record<Announced['audience'], string>

const DEFAULTS = { audience: 'learner', title: '', text: '', starts_at: '', ends_at: '', is_active: true }

type Props = { announcement: Announced | null; onClose: () => void; onSaved: () => void }

/** Makes or changes an announcement (PRT-052, PRT-067). */
export function AnnouncementDialog({ announcement, onClose, onSaved }: Props) {
  const api = useApi()
  return (
    <FormDialog<typeof DEFAULTS>
      isOpen
      title={announcement ? 'Edit the announcement' : 'New announcement'}
      defaults={DEFAULTS}
      record={announcement as Partial<typeof DEFAULTS> | null}
      schema={announcement ? updateAnnouncement.body : createAnnouncement.body}
      save={(payload, _, options): Promise<Wire<typeof createAnnouncement>> =>
        announcement
          ? api.call(updateAnnouncement, { params: { id: announcement.id }, body: payload as never }, options)
          : api.call(createAnnouncement, { body: payload as never })
      }
      onClose={onClose}
      onSaved={onSaved}
    >
      <TextField name="title" label="Title" required maxLength={150} />
      <TextAreaField name="text" label="Text" required maxLength={2000} />
      <SelectField
        name="audience"
        label="For"
        required
        allowDeselect={false}
        data={Object.entries(AUDIENCE_NAMES).map(([value, label]) => ({ value, label }))}
      />
      <div className={styles.pair}>
        <MomentField name="starts_at" label="From" description="Leave it empty to start now." />
        <MomentField name="ends_at" label="Until" description="Leave it empty to show it without an end date." />
      </div>
      <SwitchField
        name="is_active"
        label="Switched on"
        description="When off, the announcement is hidden but not deleted."
      />
    </FormDialog>
  )
}
