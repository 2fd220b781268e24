import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { updateUser } from '#features/accounts/contract.ts'
import { personPath } from '#features/accounts/web/public.ts'
import { EvidenceButton } from '#features/evidence/web/public.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { ActionsMenu } from '#ui/app/list/list-table.tsx'
import { useApi, useCall, useSession } from '#ui/calls/api.tsx'
import { IconCheck, IconLock, IconPencil, IconSchool, IconTrash } from '#ui/icons.tsx'
import { can } from '#ui/page/guard.ts'
import { confirm } from '#ui/public/dialogs/confirm.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { deleteUser } from '../../contract.ts'
import { EditPersonDialog } from '../components/edit-person-dialog.tsx'
import { EnrollPeopleDialog } from '../components/enroll-people-dialog.tsx'
import { Notes } from '../components/notes.tsx'
import { PersonFrame } from '../components/person-frame.tsx'
import { Training } from '../components/training.tsx'
import { useBlock } from '../components/use-block.tsx'
import { goingBack } from '../going-back.ts'
import { personQueries } from '../queries.ts'
import { seesEverybody } from '../sees-everybody.ts'

/** What somebody is trained in; changing their record is behind a button (USR-010, USR-011, USR-052, ROU-012). */
export function InfoScreen({ id }: { id: number }) {
  const client = useQueryClient()
  const router = useRouter()
  const session = useSession()
  const query = personQueries(useApi()).person(id)
  const person = useSuspenseQuery(query).data.data
  const [pending, setPending] = useState<string | null>(null)
  const [opened, setOpened] = useState<'edit' | 'enroll' | null>(null)
  const { membership } = person
  const mayChange = membership?.can_change ?? false
  const block = useBlock(person)
  const remove = useRemoval(id, person.display_name)
  const take = (data: Partial<typeof person>) => {
    client.setQueryData(query.queryKey, { data: { ...person, ...data, membership } })
    void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== query.queryKey[0] })
  }
  const saved = ({ pending_email: waiting, ...data }: Wire<typeof updateUser>['data']) => {
    setPending(waiting)
    take(data)
    if (data.username !== person.username) void router.navigate({ href: personPath(data), replace: true })
  }
  const isBlocked = membership?.is_blocked ?? false
  const actions = (
    <>
      {can(session, 'users.create') && (
        <Button variant="outline" icon={IconSchool} aria-haspopup="dialog" onClick={() => setOpened('enroll')}>
          Enroll
        </Button>
      )}
      {mayChange && (
        <>
          <Button variant="outline" icon={IconPencil} aria-haspopup="dialog" onClick={() => setOpened('edit')}>
            Edit
          </Button>
          <ActionsMenu
            label={`More actions for ${person.display_name}`}
            actions={[
              isBlocked
                ? { label: 'Unblock', icon: IconCheck, run: () => void block(false) }
                : { label: 'Block', icon: IconLock, run: () => void block(true) },
              ...(can(session, 'users.delete')
                ? [{ label: 'Delete user', icon: IconTrash, isDanger: true, run: remove }]
                : []),
            ]}
          />
        </>
      )}
    </>
  )
  return (
    <PersonFrame
      id={id}
      actions={actions}
      recordActions={<EvidenceButton subject={{ about: 'person', id, name: person.display_name }} />}
    >
      {pending && (
        <Alert isLive title="One more step">
          A link was sent to {pending}. The e-mail changes when it is opened
          {person.email === null ? '.' : `; until then ${person.email} stays.`}
        </Alert>
      )}
      <Training person={person} />
      {seesEverybody(session) && membership?.left_at === null && (
        <Notes userId={id} mayWrite={can(session, 'users.update')} />
      )}
      {opened === 'edit' && (
        <EditPersonDialog person={person} onClose={() => setOpened(null)} onSaved={saved} onPicture={take} />
      )}
      {opened === 'enroll' && <EnrollPeopleDialog people={[person]} onClose={() => setOpened(null)} />}
    </PersonFrame>
  )
}

/** Asks, and takes the person out of the portal; their records stay (USR-011, ERR-101). */
const useRemoval = (id: number, name: string) => {
  const api = useApi()
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
    try {
      if (await confirm('delete', undefined, (await goingBack(api, [id])).sentence)) remove.mutate({ params: { id } })
    } catch (error) {
      await toast.error(error)
    }
  }
  return () => void ask()
}
