import type { listDemoPeople } from '#features/sessions/contract.ts'
import { DemoPeople, openAfterSignIn } from '#features/sessions/web/public.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { useCall } from '#ui/calls/api.tsx'
import { signInByBadge } from '../../contract.ts'

type Props = { people: Wire<typeof listDemoPeople>['data'] }

/** The demo's people without an e-mail, with the number and the PIN that anybody may type, or one click instead (BDG-035). */
export function DemoBadges({ people }: Props) {
  const enter = useCall(signInByBadge, {
    onSuccess: ({ data }) => openAfterSignIn(data),
    // Only the demo needs it, and every portal loads this page.
    onError: async (error) => (await import('#ui/public/dialogs/toast.ts')).toast.error(error),
  })
  return (
    <DemoPeople
      lead="These people are fictitious. Type a badge number and PIN above, or click a person."
      people={people.map(({ name, badge_number: number, password }) => ({
        key: number ?? '',
        name,
        about: `Badge ${number}, PIN ${password}`,
      }))}
      isBusy={enter.isPending}
      onChoose={(badge) => enter.mutate({ body: { badge, secret: people[0]?.password ?? '' } })}
    />
  )
}
