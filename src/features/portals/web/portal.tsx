import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, notFound, Outlet } from '@tanstack/react-router'
import { isInGroup } from '#kernel/access/roles.ts'
import { PageHeader } from '#ui/app/page-header.tsx'
import { TabLinks } from '#ui/app/tabs.tsx'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { can, needs } from '#ui/page/guard.ts'
import { orNotFound } from '#ui/page/or-not-found.ts'
import { Button, LinkButton } from '#ui/public/parts/button.tsx'
import { showPortalById } from '../contract.ts'
import { PortalBadge } from './components/portal-badge.tsx'
import { Swatch } from './components/swatch.tsx'
import { PortalScope } from './portal-scope.ts'
import styles from './portals.module.css'
import { useSelectPortal } from './select-portal.ts'

/** One portal among all; its screens are its children, and act in it whatever is chosen elsewhere (ROU-069, PRT-079). */
export const Route = createFileRoute('/_app/_signed-in/portals/$id')({
  beforeLoad: needs('portals.view'),
  loader: async ({ context: { api, queryClient }, params }) => {
    const id = Number(params.id)
    if (!Number.isSafeInteger(id) || id < 1) throw notFound()
    await orNotFound(queryClient.ensureQueryData(api.query(showPortalById, { params: { id } })))
  },
  component: OnePortal,
})

function OnePortal() {
  const id = Number(Route.useParams().id)
  const api = useApi()
  const session = useSession()
  const select = useSelectPortal()
  const { data: portal } = useSuspenseQuery(api.query(showPortalById, { params: { id } })).data
  const path = `/portals/${id}`
  const isSuper = isInGroup(session.viewer?.current_role ?? null, 'super_admins')
  const picks = session.portal.flags.is_admin && isSuper && id !== session.portal.id
  // Those who are bound to the portal of the host see only that one, whose calls need nothing named.
  return (
    <PortalScope value={isSuper ? id : null}>
      <PageHeader
        title={
          <span className={styles.named}>
            <Swatch color={portal.setting.primary_color} />
            {portal.name}
          </span>
        }
        badge={<PortalBadge portal={portal} />}
        crumbs={[{ label: 'Portals', href: '/portals' }, { label: portal.name }]}
        actions={
          <>
            <LinkButton variant="outline" href={portal.origin} target="_blank">
              Open the site
            </LinkButton>
            {picks && (
              <Button variant="outline" onClick={() => void select(id, '/dashboard')}>
                Work in this portal
              </Button>
            )}
          </>
        }
      />
      <TabLinks
        label="Portal"
        items={[
          { label: 'Overview', href: path },
          ...(can(session, 'portal-settings.view')
            ? [
                { label: 'Company', href: `${path}/company` },
                { label: 'Courses', href: `${path}/courses-management` },
                { label: 'Theme', href: `${path}/theme` },
                { label: 'Settings', href: `${path}/settings` },
              ]
            : []),
        ]}
      />
      <Outlet />
    </PortalScope>
  )
}
