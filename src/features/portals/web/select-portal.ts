import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useApi } from '#ui/calls/api.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { selectPortal } from '../contract.ts'

/** Chooses the portal to work in and reads everything that is bound to it again (PRT-041, PRT-074); null chooses none. */
export const useSelectPortal = () => {
  const api = useApi()
  const client = useQueryClient()
  const router = useRouter()
  return async (id: number | null, next?: string): Promise<void> => {
    try {
      await api.call(selectPortal, { body: { portal_id: id } })
    } catch (error) {
      return void toast.error(error)
    }
    await client.invalidateQueries()
    if (next) await router.navigate({ href: next })
    else await router.invalidate()
  }
}
