import { type showUser, updateUser } from '#features/accounts/contract.ts'
import { AvatarSection } from '#features/accounts/web/public.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { FormDialog, Wide } from '#ui/app/form/detail-form.tsx'
import { TextField } from '#ui/app/form/fields.tsx'
import { useApi } from '#ui/calls/api.tsx'

type Person = Wire<typeof showUser>['data']
type Saved = Wire<typeof updateUser>['data']

const DEFAULTS = { first_name: '', last_name: '', middle_name: '', username: '', email: '' }

type EditPersonDialogProps = {
  person: Person
  onClose: () => void
  onSaved: (saved: Saved) => void
  onPicture: (changed: Partial<Person>) => void
}

/** Name, e-mail and picture of somebody (USR-010). */
export function EditPersonDialog({ person, onClose, onSaved, onPicture }: EditPersonDialogProps) {
  const api = useApi()
  return (
    <FormDialog
      isOpen
      size="lg"
      title={`Edit ${person.display_name}`}
      onClose={onClose}
      defaults={DEFAULTS}
      record={person as object}
      save={async (payload, _, options) =>
        (await api.call(updateUser, { params: { id: person.id }, body: payload as never }, options)).data
      }
      onSaved={(answer) => onSaved(answer as Saved)}
    >
      <Wide>
        <AvatarSection
          person={person}
          text="Shown next to the name. A new picture is saved at once."
          onChange={onPicture}
        />
      </Wide>
      <TextField name="first_name" label="First name" maxLength={100} />
      <TextField name="last_name" label="Last name" maxLength={100} />
      <TextField name="middle_name" label="Middle name" maxLength={100} />
      <TextField name="username" label="Username" description="Part of the address of this page." maxLength={50} />
      <Wide>
        <TextField
          name="email"
          type="email"
          label="E-mail"
          description="A new address counts after the person opens the link we send there."
        />
      </Wide>
    </FormDialog>
  )
}
