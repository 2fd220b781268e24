import type { Wire } from '#kernel/endpoint.ts'
import { FormDialog } from '#ui/app/form/detail-form.tsx'
import { TextField } from '#ui/app/form/fields.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { createRelease, updateRelease } from '../../contract.ts'
import type { Release } from '../queries.ts'

type NewProps = {
  /** A page that the release begins with. */
  pageId: number | null
  onClose: () => void
  onMade: (id: number) => void
}

/** A new release, empty or with the newest version of a page. */
export function NewReleaseDialog({ pageId, onClose, onMade }: NewProps) {
  const api = useApi()
  return (
    <FormDialog<{ name: string }>
      isOpen
      onClose={onClose}
      title="New release"
      text={
        pageId === null
          ? 'Pick what goes live next. Visitors see nothing of it until you publish.'
          : 'The page is in the release as it is saved now. Choose a time next, or add more changes.'
      }
      saveLabel="Create release"
      defaults={{ name: '' }}
      savedText={false}
      save={(_, { name }) =>
        api.call(createRelease, {
          body: { name, items: pageId === null ? [] : [{ kind: 'page', record_id: pageId }] },
        })
      }
      onSaved={(answer) => onMade((answer as Wire<typeof createRelease>).data.id)}
    >
      <TextField
        name="name"
        label="Name"
        description="For you and your team, such as “Fall campaign”."
        required
        maxLength={120}
      />
    </FormDialog>
  )
}

/** Another name for a release. */
export function RenameReleaseDialog({
  release,
  onClose,
  onSaved,
}: {
  release: Release
  onClose: () => void
  onSaved: () => void
}) {
  const api = useApi()
  return (
    <FormDialog<{ name: string }>
      isOpen
      onClose={onClose}
      title="Rename release"
      saveLabel="Save"
      defaults={{ name: '' }}
      record={release}
      save={(_, { name }, options) => api.call(updateRelease, { params: { id: release.id }, body: { name } }, options)}
      onSaved={onSaved}
    >
      <TextField name="name" label="Name" required maxLength={120} />
    </FormDialog>
  )
}
