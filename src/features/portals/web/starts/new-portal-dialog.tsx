import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { STARTING_POINTS } from '#features/pages/web/public.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { FormDialog, Wide } from '#ui/app/form/detail-form.tsx'
import { IdSelectField, SelectField, TextField } from '#ui/app/form/fields.tsx'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { confirm } from '#ui/public/dialogs/confirm.tsx'
import { createPortal, listPortals, selectPortals } from '../../contract.ts'
import { PLANS, TYPES } from '../portal-words.ts'
import { StartingPoints } from './starting-points.tsx'

const NEW = {
  name: '',
  slug: '',
  type: null as 1 | 2 | null,
  plan_short_name: '',
  company_name: '',
  starting_point: null as string | null,
}

/** A new portal: what it is called, where it is found, and the site that it starts with (PRT-069, PRT-118). */
export function NewPortalDialog({ onClose }: { onClose: () => void }) {
  const api = useApi()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { portal } = useSession()
  const host = new URL(portal.origin).host.split('.').slice(1).join('.')
  return (
    <FormDialog<typeof NEW>
      isOpen
      size="lg"
      onClose={onClose}
      title="New portal"
      text="It opens once it has a logo and a company name and you have confirmed it."
      saveLabel="Create portal"
      defaults={NEW}
      schema={createPortal.body}
      maySave={async ({ type }) => type === null || (await confirm('change_portal_type'))}
      save={(payload) => api.call(createPortal, { body: payload as never })}
      onSaved={(answer) => {
        const { data } = answer as Wire<typeof createPortal>
        for (const { path } of [listPortals, selectPortals]) void client.invalidateQueries({ queryKey: [path] })
        void navigate({ to: `/portals/${data.id}` as never })
      }}
    >
      {({ form, values }) => (
        <>
          <TextField name="name" label="Name" required maxLength={120} />
          <TextField
            name="slug"
            label="Address"
            required
            maxLength={63}
            description={`Letters, digits and hyphens: crew becomes crew.${host}.`}
            autoCapitalize="none"
          />
          <TextField name="company_name" label="Company name" maxLength={200} />
          <SelectField name="plan_short_name" label="Plan" data={PLANS} clearable />
          <Wide>
            <IdSelectField
              name="type"
              label="Portal type"
              description="You can leave this to the portal’s admin. It is chosen once and cannot be changed later."
              data={TYPES}
              clearable
            />
          </Wide>
          <Wide>
            <StartingPoints
              legend="Site to start with"
              chosen={STARTING_POINTS.find(({ key }) => key === values.starting_point) ?? null}
              onChoose={(point) => form.setValues({ starting_point: point?.key ?? null })}
              none={{ label: 'No site yet', text: 'The portal’s admin can choose one later.' }}
              hint="Every page can be changed. Visitors see the site once the portal has a plan."
            />
          </Wide>
        </>
      )}
    </FormDialog>
  )
}
