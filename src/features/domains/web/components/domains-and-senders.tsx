import { useSession } from '#ui/calls/api.tsx'
import { can } from '#ui/page/guard.ts'
import { DomainsSection } from './domains-section.tsx'
import { SendersSection } from './senders-section.tsx'

/** Custom domains and sender addresses of the portal of the page (PRT-063, PRT-064). */
export function DomainsAndSenders() {
  const isReadOnly = !can(useSession(), 'portal-settings.update')
  return (
    <>
      <DomainsSection isReadOnly={isReadOnly} />
      <SendersSection isReadOnly={isReadOnly} />
    </>
  )
}
