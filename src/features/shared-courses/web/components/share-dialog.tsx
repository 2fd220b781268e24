import type { Wire } from '#kernel/endpoint.ts'
import { FormDialog, Wide } from '#ui/app/form/detail-form.tsx'
import { MultiSelectField } from '#ui/app/form/fields.tsx'
import { useServerSelect } from '#ui/app/form/use-server-select.ts'
import { useApi } from '#ui/calls/api.tsx'
import { useOnce } from '#ui/hooks/use-idempotency-key.ts'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { listSharePortals, shareCourse } from '../../contract.ts'
import { useSharingChanged } from '../queries.ts'

type Portals = Wire<typeof listSharePortals>

/** Asks with which portals a course is shared, and begins the job that brings it to them (BLD-024, SHR-020). */
export function ShareDialog({ slug, onClose }: { slug: string; onClose: () => void }) {
  const api = useApi()
  const changed = useSharingChanged()
  const once = useOnce()
  const portals = useServerSelect<Portals>({
    queryFor: (search) =>
      api.query(listSharePortals, { params: { slug }, query: { per_page: 50, ...(search && { search }) } }),
    optionsOf: ({ data }) =>
      data.filter(({ is_shared: isShared }) => !isShared).map(({ id, name }) => ({ value: String(id), label: name })),
    nothing: 'No other portal has this name',
    isMultiple: true,
  })
  return (
    <FormDialog<{ portal_ids: string[] }>
      isOpen
      onClose={onClose}
      title="Share this course"
      saveLabel="Share course"
      defaults={{ portal_ids: [] }}
      save={(_, { portal_ids: ids }) => {
        const body = { portal_ids: ids.map(Number) }
        return once(body, (options) => api.call(shareCourse, { params: { slug }, body }, options))
      }}
      savedText={false}
      onSaved={() => {
        void changed()
        onClose()
        toast.success('We are sharing the course. You can leave this page.')
      }}
    >
      <Wide>
        <p>
          Each portal gets the published course as a draft, and sets its own price, credits, dates and people. Only you
          can change what is in it; they decide when to take your updates.
        </p>
      </Wide>
      <Wide>
        <MultiSelectField
          name="portal_ids"
          label="Portals"
          placeholder="Search portals by name"
          searchable
          clearable
          hidePickedOptions
          required
          {...portals}
        />
      </Wide>
    </FormDialog>
  )
}
