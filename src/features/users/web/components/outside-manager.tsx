import { useQueryClient } from '@tanstack/react-query'
import { setOutside } from '#features/permissions/contract.ts'
import { FormSection, Wide } from '#ui/app/form/detail-form.tsx'
import { useCall, useSession } from '#ui/calls/api.tsx'
import { IconUsersGroup } from '#ui/icons.tsx'
import { can } from '#ui/page/guard.ts'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { refreshPeople } from '../queries.ts'

type Manager = {
  id: number
  display_name: string
  membership: { portal_id: number; is_outside: boolean | null } | null
}

/** Whether a manager belongs to this organization or to another one (ROL-068, ROL-069); nothing for people who are no managers. */
export function OutsideManager({ person: { id, display_name: name, membership } }: { person: Manager }) {
  const client = useQueryClient()
  const session = useSession()
  const set = useCall(setOutside, {
    onSuccess: () => {
      toast.success('Save Successful')
      void refreshPeople(client)
    },
    onError: (error) => void toast.error(error),
  })
  if (!membership || membership.is_outside === null || !can(session, 'roles.update')) return null
  const { portal_id, is_outside: isOutside } = membership
  const change = () =>
    set.mutate({ params: { role: 'manager' }, body: { user_id: id, portal_id, is_outside: !isOutside } })
  return (
    <FormSection
      title="Manager"
      text="A manager of another organization sees only the people they enrolled or invited themselves."
    >
      <Wide>
        <p>
          {name} manages for <strong>{isOutside ? 'another organization' : 'this organization'}</strong>.
        </p>
        <Button variant="outline" icon={IconUsersGroup} isLoading={set.isPending} onClick={change}>
          {isOutside ? 'Make a manager of this organization' : 'Make an outside manager'}
        </Button>
      </Wide>
    </FormSection>
  )
}
