import type { Wire } from '#kernel/endpoint.ts'
import { FormDialog } from '#ui/app/form/detail-form.tsx'
import { TextField } from '#ui/app/form/fields.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { createRedirect, updateRedirect } from '../../contract.ts'
import { LONGEST_ADDRESS } from '../../rules/addresses.ts'
import type { Kept } from '../queries.ts'

const DEFAULTS = { old_address: '', new_address: '' }

type Props = { redirect: Kept | null; onClose: () => void; onSaved: () => void }

/** Makes or changes a redirect (SEO-026). */
export function RedirectDialog({ redirect, onClose, onSaved }: Props) {
  const api = useApi()
  return (
    <FormDialog<typeof DEFAULTS>
      isOpen
      title={redirect ? 'Edit the redirect' : 'New redirect'}
      defaults={DEFAULTS}
      record={redirect}
      schema={redirect ? updateRedirect.body : createRedirect.body}
      save={(payload, _, options): Promise<Wire<typeof createRedirect>> =>
        redirect
          ? api.call(updateRedirect, { params: { id: redirect.id }, body: payload as never }, options)
          : api.call(createRedirect, { body: payload as never })
      }
      onClose={onClose}
      onSaved={onSaved}
    >
      <TextField
        name="old_address"
        label="Old address"
        description="As it was on your former website, such as /courses/osha-10.html."
        required
        maxLength={LONGEST_ADDRESS}
      />
      <TextField
        name="new_address"
        label="Leads to"
        description="A page of this portal, such as /course/osha-10, or another website with https://."
        required
        maxLength={LONGEST_ADDRESS}
      />
    </FormDialog>
  )
}
