import type { QueryClient } from '@tanstack/react-query'
import { refreshCredits } from '#features/credits/web/public.ts'
import { listInvites } from '../contract.ts'

/** Reads invitations again, and the credits that each of them reserves, after a change or a live event. */
export const refreshInvitations = async (queryClient: QueryClient): Promise<void> => {
  await Promise.all([queryClient.invalidateQueries({ queryKey: [listInvites.path] }), refreshCredits(queryClient)])
}
