import { useQueryClient } from '@tanstack/react-query'
import { useApi } from '#ui/calls/api.tsx'
import { confirm } from '#ui/public/dialogs/confirm.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { updateBlockStatus } from '../../contract.ts'
import { goingBack, wentBack } from '../going-back.ts'
import { refreshPeople } from '../queries.ts'

type Person = { id: number; display_name: string }

/** Asks, and blocks or unblocks somebody in this portal, or as a super admin in all portals (USR-029, USR-039). */
export const useBlock = ({ id, display_name: name }: Person) => {
  const api = useApi()
  const client = useQueryClient()
  return async (isBlocked: boolean, isEverywhere = false): Promise<void> => {
    const where = isEverywhere ? 'on all portals' : 'in this portal'
    try {
      if (isBlocked) {
        const back = await goingBack(api, [id], isEverywhere)
        const text = (
          <>
            <p>
              {name} is signed out now and cannot sign in to {isEverywhere ? 'any portal' : 'this portal'} until
              somebody unblocks them. Their API tokens end.
            </p>
            <p>
              {back.sentence}
              {!back.isNothing && ' Unblocking them later does not bring these back.'}
            </p>
            <p>Courses they started, certificates and orders stay.</p>
          </>
        )
        if (!(await confirm({ title: `Block ${name} ${where}?`, text, yes: 'Block', isDanger: true }))) return
      }
      const body = { is_blocked: isBlocked, ...(isEverywhere && { is_everywhere: true }) }
      const { data } = await api.call(updateBlockStatus, { params: { id }, body })
      await refreshPeople(client)
      toast.success(isBlocked ? wentBack(`${name} is blocked ${where}.`, data.returned) : `${name} can sign in again.`)
    } catch (error) {
      await toast.error(error)
    }
  }
}
