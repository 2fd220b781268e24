import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useRouter, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { PortalBanner } from '#features/announcements/web/public.ts'
import { useCartActions } from '#features/cart/web/public.ts'
import { UnsentEntries } from '#features/crew/web/queue/unsent-entries.tsx'
import { findRecordsBy } from '#features/dashboard/web/public.ts'
import { listViewsOf } from '#features/list-views/web/public.ts'
import { pictureLibraryOf } from '#features/media-library/web/picture-library.ts'
import { NotificationBell } from '#features/notifications/web/public.ts'
import { selectPortals } from '#features/portals/contract.ts'
import { PortalStrip, useSelectPortal } from '#features/portals/web/public.ts'
import { chooseRole, ImpersonationBanner, signOut } from '#features/sessions/web/public.ts'
import { LockBanner } from '#features/subscriptions/web/public.ts'
import { seesEverybody } from '#features/users/web/public.ts'
import { ROLES } from '#kernel/access/permissions.ts'
import { isInGroup } from '#kernel/access/roles.ts'
import type { PageSession } from '#kernel/access/session.ts'
import { isPageOpen } from '#kernel/product/portal-pages.ts'
import { displayName } from '#kernel/text.ts'
import { AppShell, type Switch } from '#ui/app/app-shell.tsx'
import { OfflineBanner } from '#ui/app/banners.tsx'
import { PictureLibrary } from '#ui/app/form/picture-library.ts'
import { ListViewsContext } from '#ui/app/list/list-views.ts'
import { visibleGroups } from '#ui/app/navigation.ts'
import { AppProvider } from '#ui/app/provider.tsx'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { actionsFor } from './actions.ts'
import { NAVIGATION } from './navigation.ts'
import { PERSON_LINKS } from './person-links.ts'

export const mustSelectPortal = ({ portal, viewer }: PageSession): boolean =>
  portal.flags.is_admin && viewer !== null && isInGroup(viewer.current_role, 'super_admins')

/** The frame around the screens of signed-in people. The query cache must have been loaded before it is shown. */
export function WorkFrame({ children }: { children: ReactNode }) {
  const { client } = useRouter().options.context.queryClient
  if (!client) throw new Error('The query cache was not loaded')
  return (
    <QueryClientProvider client={client}>
      <PictureLibrary value={pictureLibraryOf(useSession())}>
        <Shell>{children}</Shell>
      </PictureLibrary>
    </QueryClientProvider>
  )
}

/** The portals by name with the selected one, for those who choose among them (PRT-041); the host's own stands for none. */
const usePortals = () => {
  const api = useApi()
  const session = useSession()
  const select = useSelectPortal()
  const { data } = useQuery({ ...api.query(selectPortals), enabled: mustSelectPortal(session) })
  if (!data) return null
  const { id: own } = session.portal
  const { selected_id: selected } = data.meta
  const portals: Switch = {
    current: String(selected),
    options: data.data.map(({ id, name }) => ({ value: String(id), label: id === own ? 'No portal chosen' : name })),
    onChange: (id) => void select(Number(id) === own ? null : Number(id)),
  }
  return {
    portals,
    chosen: data.data.find(({ id }) => id === selected && id !== own) ?? null,
    leave: () => void select(null, '/portals'),
  }
}

function Shell({ children }: { children: ReactNode }) {
  const choice = usePortals()
  // The screens of one portal among all say in their own head which it is.
  const isNamed = useRouterState({ select: ({ location }) => /^\/portals\/\d+(\/|$)/.test(location.pathname) })
  const api = useApi()
  const cart = useCartActions()
  const findRecords = useMemo(() => findRecordsBy(api), [api])
  const session = useSession()
  const { portal, viewer } = session
  if (!viewer) return children
  const abilities: readonly string[] = viewer.abilities
  // A portal that is paused or not set up yet opens few of its screens (ROU-118, ROU-120).
  const isOpen = (path: string) => isPageOpen(portal, path)
  const screens = NAVIGATION.map((group) => ({ ...group, items: group.items.filter(({ href }) => isOpen(href)) }))
  const can = (permission: string) => abilities.includes(permission)
  const groups = visibleGroups(screens, can)
  return (
    <AppProvider branding={portal.setting}>
      <AppShell
        portal={{ name: portal.name, logo: portal.setting.logo, secondary_logo: portal.setting.secondary_logo }}
        groups={groups}
        actions={actionsFor(can, isOpen, seesEverybody(session))}
        findRecords={viewer.current_role === 'learner' ? undefined : findRecords}
        person={{ name: displayName(viewer), email: viewer.email, avatar: viewer.avatar }}
        personLinks={PERSON_LINKS.filter(({ href }) => isOpen(href))}
        homeHref={isOpen('/dashboard') ? '/dashboard' : (groups[0]?.items[0]?.href ?? '/')}
        portals={choice?.portals ?? null}
        onSignOut={() => signOut(api).then(cart.clear)}
        roles={{
          current: viewer.current_role,
          options: viewer.roles.map((role) => ({ value: role, label: ROLES[role].name })),
          onChange: (role) => void chooseRole(api, role).catch(toast.error),
        }}
        bell={isOpen('/dashboard') && <NotificationBell />}
        banners={
          <>
            {choice?.chosen && !isNamed && <PortalStrip portal={choice.chosen} onLeave={choice.leave} />}
            <ImpersonationBanner />
            <OfflineBanner />
            <LockBanner />
            <PortalBanner />
          </>
        }
      >
        <UnsentEntries />
        <ListViewsContext value={listViewsOf(api)}>{children}</ListViewsContext>
      </AppShell>
    </AppProvider>
  )
}
