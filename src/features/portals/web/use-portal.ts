import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { PageSession } from '#kernel/access/session.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { useApi } from '#ui/calls/api.tsx'
import { showPortal } from '../contract.ts'
import { usePortalScope } from './portal-scope.ts'

export type Portal = Wire<typeof showPortal>['data']

/** The session of the page with what was saved of its own portal; the selected one of a super admin is another. */
const withPortal = async (session: PageSession, { id, name, status, setting, company, flags }: Portal) => {
  if (session.portal.id !== id) return session
  const [{ pageTheme }, { withFonts }] = await Promise.all([
    import('#ui/theme/page-theme.ts'),
    import('#ui/theme/fonts.ts'),
  ])
  const portal = { ...session.portal, name, status, setting, company, flags }
  return { ...session, portal, theme: withFonts(pageTheme(setting), setting) }
}

/** The portal whose settings are shown, and what takes its new state: the frame, the colors and the guards follow it. */
export const usePortal = () => {
  const api = useApi()
  const client = useQueryClient()
  const router = useRouter()
  const scope = usePortalScope()
  const query = api.query(showPortal, { ...scope })
  const { data: portal } = useSuspenseQuery(query).data
  const take = async (saved: Portal) => {
    client.setQueryData(query.queryKey, { data: saved })
    const { context } = router.options
    const session = await withPortal(context.session, saved)
    router.update({ ...router.options, context: { ...context, session } })
    await router.invalidate()
  }
  const again = () => api.call(showPortal, { ...scope }).then(({ data }) => take(data))
  return { portal, scope, take, again }
}
