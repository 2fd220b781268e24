import { errorText } from '#kernel/errors.ts'
import { useSession } from '#ui/calls/api.tsx'
import { can } from '#ui/page/guard.ts'
import { Anchor } from '#ui/public/parts/anchor.tsx'

const MISSING_KEYS: readonly string[] = [errorText('shipping_key_missing'), errorText('cloud_scorm_key_missing')]

/** What an outside service said; where the portal has no key for it, with the way to where one is entered (ERR-069, ERR-070). */
export function ServiceError({ text }: { text: string }) {
  const session = useSession()
  if (!MISSING_KEYS.includes(text) || !can(session, 'portal-settings.update')) return text
  return (
    <>
      {text}. <Anchor href="/admin/portal/settings?part=integrations">Open Integrations</Anchor>
    </>
  )
}
