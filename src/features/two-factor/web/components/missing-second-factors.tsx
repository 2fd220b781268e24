import { useQuery } from '@tanstack/react-query'
import type { Api } from '#kernel/client.ts'
import { useApi } from '#ui/calls/api.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { LinkButton } from '#ui/public/parts/button.tsx'
import { showMissingSecondFactors } from '../../contract.ts'

type Props = {
  /** The list of these people; left out where it is shown already. */
  href: string | undefined
}

const missingText = (count: number) =>
  count === 1
    ? '1 person has a role that needs two-factor sign-in and has not set it up.'
    : `${count.toLocaleString('en-US')} people have a role that needs two-factor sign-in and have not set it up.`
const overdueText = (missing: number, overdue: number) => {
  const end = 'past the deadline and cannot open anything else until then.'
  if (missing === 1) return `They are ${end}`
  return overdue === 1 ? `1 of them is ${end}` : `${overdue.toLocaleString('en-US')} of them are ${end}`
}

export const missingSecondFactors = (api: Api) => api.query(showMissingSecondFactors)

/** How many people of the portal need a second factor and have none, above their list; nothing where everyone has one (AUT-073). */
export function MissingSecondFactors({ href }: Props) {
  const { data } = useQuery(missingSecondFactors(useApi()))
  const { missing = 0, overdue = 0 } = data?.data ?? {}
  if (missing === 0) return null
  return (
    <Alert
      tone={overdue > 0 ? 'warning' : 'info'}
      action={
        href && (
          <LinkButton href={href} variant="outline">
            Show them
          </LinkButton>
        )
      }
    >
      {missingText(missing)}
      {overdue > 0 && ` ${overdueText(missing, overdue)}`}
      {!href && ' Select people to remind them by e-mail.'}
    </Alert>
  )
}
