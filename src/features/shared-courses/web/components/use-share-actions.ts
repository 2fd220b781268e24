import { PUBLISHING } from '#kernel/product/statuses.ts'
import type { RowAction } from '#ui/app/list/list-types.ts'
import { useCall, useSession } from '#ui/calls/api.tsx'
import { IconRefresh, IconX } from '#ui/icons.tsx'
import { can } from '#ui/page/guard.ts'
import { confirm } from '#ui/public/dialogs/confirm.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { restartPublishingJob, revokeShares } from '../../contract.ts'
import { useSharingChanged } from '../queries.ts'
import type { Share } from '../words.ts'

const namesOf = (shares: readonly Share[]): string =>
  shares.length === 1 ? (shares[0]?.portal.name ?? '') : `${shares.length} portals`

/** What can be done about shares: start again where it failed, and stop sharing (SHR-010, SHR-032). */
export const useShareActions = () => {
  const changed = useSharingChanged()
  const mayUpdate = can(useSession(), 'shared-courses.update')
  const onError = (error: unknown) => void toast.error(error)
  const restart = useCall(restartPublishingJob, {
    onSuccess: () => {
      void changed()
      toast.success('Started again.')
    },
    onError,
  })
  const revoke = useCall(revokeShares, { onSuccess: () => void changed(), onError })
  /** Asks first; false when nothing was done. */
  const stop = async (shares: readonly Share[]): Promise<boolean> => {
    const course = shares[0]?.course
    if (!course) return false
    const isSure = await confirm({
      title: `Stop sharing with ${namesOf(shares)}?`,
      text: 'The course is taken off sale there and no update arrives. Learners who are in it can finish, and orders, certificates and records stay. You can share it again later.',
      yes: 'Stop sharing',
      no: 'Keep sharing',
      isDanger: true,
    })
    if (!isSure) return false
    await revoke.mutateAsync({
      params: { slug: course.slug },
      body: { portal_ids: shares.map(({ portal }) => portal.id) },
    })
    toast.success(`No longer shared with ${namesOf(shares)}.`)
    return true
  }
  const startAgain = (share: Share) =>
    restart.mutate({ params: { id: share.job_id }, body: { portal_ids: [share.portal.id] } })
  const actionsOf = (share: Share): RowAction[] =>
    !mayUpdate || share.revoked_at
      ? []
      : [
          ...(share.state === PUBLISHING.failed
            ? [{ label: 'Start again', icon: IconRefresh, run: () => startAgain(share) }]
            : []),
          { label: 'Stop sharing', icon: IconX, isDanger: true, run: () => void stop([share]).catch(() => {}) },
        ]
  return { actionsOf, stop, restart, mayUpdate }
}
