import { useSession } from '#ui/calls/api.tsx'
import { can } from '#ui/page/guard.ts'
import { DOMAINS, SENDERS } from '../kinds.ts'
import { CheckedSection } from './checked-section.tsx'

/** Custom domains and sender addresses of the portal that the calls act in (PRT-063, PRT-064). */
export function DomainsAndSenders({ scope }: { scope: { query?: undefined } }) {
  const isReadOnly = !can(useSession(), 'portal-settings.update')
  return (
    <>
      <CheckedSection kind={DOMAINS} scope={scope} isReadOnly={isReadOnly} />
      <CheckedSection kind={SENDERS} scope={scope} isReadOnly={isReadOnly} />
    </>
  )
}
