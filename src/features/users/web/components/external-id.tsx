import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { showUser } from '#features/accounts/contract.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { FormDialog, FormSection, Wide } from '#ui/app/form/detail-form.tsx'
import { TextField } from '#ui/app/form/fields.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { IconPencil } from '#ui/icons.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { saveExternalId } from '../../contract.ts'
import { refreshPeople } from '../queries.ts'
import styles from '../users.module.css'

type Person = Wire<typeof showUser>['data']

/** The id by which the customer's own systems know the person (INT-033). */
export function ExternalId({ person, mayChange }: { person: Person; mayChange: boolean }) {
  const api = useApi()
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const externalId = person.membership?.external_id ?? ''
  return (
    <FormSection
      title="External ID"
      text="The ID of this person in your own system, such as an employee number. The two-way API, imports and exports use it."
    >
      <Wide>
        <p>{externalId ? <strong>{externalId}</strong> : 'None yet.'}</p>
        {mayChange && (
          <div className={styles.actions}>
            <Button variant="outline" icon={IconPencil} aria-haspopup="dialog" onClick={() => setOpen(true)}>
              Edit external ID
            </Button>
          </div>
        )}
        <FormDialog
          isOpen={isOpen}
          title={`External ID of ${person.display_name}`}
          defaults={{ external_id: '' }}
          record={{ ...person, external_id: externalId } as object}
          save={(_, values, options) =>
            api.call(
              saveExternalId,
              { params: { id: person.id }, body: { external_id: String(values.external_id).trim() || null } },
              options,
            )
          }
          onClose={() => setOpen(false)}
          onSaved={() => void refreshPeople(client)}
        >
          <TextField
            name="external_id"
            label="External ID"
            description="Unique in this portal. Leave it empty to remove it."
            maxLength={128}
          />
        </FormDialog>
      </Wide>
    </FormSection>
  )
}
