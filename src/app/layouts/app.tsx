import { QueryClientProvider } from '@tanstack/react-query'
import { createFileRoute, Outlet } from '@tanstack/react-router'
import { useCartActions } from '#features/cart/web/public.ts'
import { NotificationBell } from '#features/notifications/web/public.ts'
import { chooseRole, ImpersonationBanner, signOut } from '#features/sessions/web/public.ts'
import { ROLES } from '#kernel/permissions.ts'
import { displayName } from '#kernel/text.ts'
import { useApi, useSession } from '#ui/api.tsx'
import { AppShell } from '#ui/app/app-shell.tsx'
import { OfflineBanner } from '#ui/app/banners.tsx'
import { visibleGroups } from '#ui/app/navigation.ts'
import { AppProvider } from '#ui/app/provider.tsx'
import { toast } from '#ui/public/toasts.tsx'
import { NAVIGATION } from './navigation.ts'
import { PERSON_LINKS } from './person-links.ts'

/** The frame of the screens for signed-in people. */
export const Route = createFileRoute('/_app')({
  beforeLoad: async ({ context }) => {
    await context.queryClient.load()
  },
  component: App,
})

function App() {
  const { client } = Route.useRouteContext({ select: (context) => context.queryClient })
  // Loaded above, or carried over from the server.
  if (!client) throw new Error('The query cache was not loaded')
  return (
    <QueryClientProvider client={client}>
      <Shell />
    </QueryClientProvider>
  )
}

function Shell() {
  const api = useApi()
  const cart = useCartActions()
  const { portal, viewer } = useSession()
  if (!viewer) return <Outlet />
  const abilities: readonly string[] = viewer.abilities
  return (
    <AppProvider branding={portal.setting}>
      <AppShell
        portal={{ name: portal.name, logo: portal.setting.logo, secondary_logo: portal.setting.secondary_logo }}
        groups={visibleGroups(NAVIGATION, (permission) => abilities.includes(permission))}
        person={{ name: displayName(viewer), email: viewer.email, avatar: viewer.avatar }}
        personLinks={PERSON_LINKS}
        onSignOut={() => signOut(api).then(cart.clear)}
        roles={{
          current: viewer.current_role,
          options: viewer.roles.map((role) => ({ value: role, label: ROLES[role].name })),
          onChange: (role) => void chooseRole(api, role).catch(toast.error),
        }}
        bell={<NotificationBell />}
        banners={
          <>
            <ImpersonationBanner />
            <OfflineBanner />
          </>
        }
      >
        <Outlet />
      </AppShell>
    </AppProvider>
  )
}
