import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { updateUser } from '#features/accounts/contract.ts'
import { AvatarSection, personPath } from '#features/accounts/web/public.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { DetailForm, FormSection, Wide } from '#ui/app/form/detail-form.tsx'
import { TextField } from '#ui/app/form/fields.tsx'
import { useApi, useCall, useSession } from '#ui/calls/api.tsx'
import { IconTrash } from '#ui/icons.tsx'
import { can } from '#ui/page/guard.ts'
import { confirm } from '#ui/public/dialogs/confirm.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { deleteUser } from '../../contract.ts'
import { Notes } from '../components/notes.tsx'
import { PersonFrame } from '../components/person-frame.tsx'
import { personQueries } from '../queries.ts'

const DEFAULTS = { first_name: '', last_name: '', middle_name: '', username: '', email: '' }

/** Name, e-mail, picture and notes of somebody, and taking them out of the portal (USR-010, USR-011, ROU-012). */
export function InfoScreen({ id }: { id: number }) {
  const api = useApi()
  const client = useQueryClient()
  const router = useRouter()
  const session = useSession()
  const query = personQueries(api).person(id)
  const person = useSuspenseQuery(query).data.data
  const [pending, setPending] = useState<string | null>(null)
  const mayChange = person.membership?.can_change ?? false
  const mayRead = session.viewer?.current_role !== 'manager'
  const take = (data: Partial<typeof person>) => {
    client.setQueryData(query.queryKey, { data: { ...person, ...data, membership: person.membership } })
    void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== query.queryKey[0] })
  }
  return (
    <PersonFrame id={id}>
      {mayChange && (
        <AvatarSection
          person={person}
          text="Shown next to the name to the people this person learns, teaches and works with."
          onChange={take}
        />
      )}
      <DetailForm
        defaults={DEFAULTS}
        record={person as object}
        isReadOnly={!mayChange}
        save={async (payload, _, options) =>
          (await api.call(updateUser, { params: { id }, body: payload as never }, options)).data
        }
        onSaved={(answer) => {
          const { pending_email: waiting, ...data } = answer as Wire<typeof updateUser>['data']
          setPending(waiting)
          take(data)
          if (data.username !== person.username) void router.navigate({ href: personPath(data), replace: true })
        }}
      >
        {pending && (
          <Alert isLive title="One more step">
            A link was sent to {pending}. The e-mail changes when it is opened; until then {person.email} stays.
          </Alert>
        )}
        <FormSection title="Person" text="Certificates show the name exactly as you write it here.">
          <TextField name="first_name" label="First name" maxLength={100} />
          <TextField name="last_name" label="Last name" maxLength={100} />
          <TextField name="middle_name" label="Middle name" maxLength={100} />
          <TextField name="username" label="Username" maxLength={50} />
          <Wide>
            <TextField name="email" type="email" label="E-mail" />
          </Wide>
        </FormSection>
      </DetailForm>
      {mayRead && <Notes userId={id} mayWrite={can(session, 'users.update')} />}
      {mayChange && can(session, 'users.delete') && <Removal id={id} name={person.display_name} />}
    </PersonFrame>
  )
}

function Removal({ id, name }: { id: number; name: string }) {
  const client = useQueryClient()
  const router = useRouter()
  const remove = useCall(deleteUser, {
    onSuccess: async () => {
      await router.navigate({ href: '/users' })
      void client.invalidateQueries()
      toast.success(`${name} is no longer in the portal.`)
    },
    onError: (error) => void toast.error(error),
  })
  const ask = async () => {
    if (await confirm('delete')) remove.mutate({ params: { id } })
  }
  return (
    <FormSection
      isDanger
      title="Delete"
      text="Removes the person from this portal, with roles, notes, tags and tokens. Orders, certificates and training records stay."
    >
      <Wide>
        <Button variant="danger-outline" icon={IconTrash} isLoading={remove.isPending} onClick={() => void ask()}>
          Delete user
        </Button>
      </Wide>
    </FormSection>
  )
}
