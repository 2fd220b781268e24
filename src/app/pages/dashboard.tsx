import { type QueryClient, useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { RoleAnnouncements, shownAnnouncements } from '#features/announcements/web/public.ts'
import { AdminDashboard, Attention, dashboardQuery } from '#features/dashboard/web/public.ts'
import { DocumentsNote, documentQueries } from '#features/documents/web/public.ts'
import { ManagerDashboard, managerQueries } from '#features/managers/web/public.ts'
import { selectPortals } from '#features/portals/contract.ts'
import { LearnerDashboard, learnerQueries } from '#features/progress/web/public.ts'
import { TeachingQueue, teachingQueries } from '#features/teaching/web/public.ts'
import { ROLES } from '#kernel/access/roles.ts'
import type { PageSession } from '#kernel/access/session.ts'
import type { Api } from '#kernel/client.ts'
import { displayName } from '#kernel/text.ts'
import { PageHeader } from '#ui/app/page-header.tsx'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { can } from '#ui/page/guard.ts'
import { EmptyState } from '#ui/public/lists/empty-state.tsx'
import { Anchor } from '#ui/public/parts/anchor.tsx'
import { LinkButton } from '#ui/public/parts/button.tsx'
import { NAVIGATION } from '../layouts/navigation.ts'
import { mustSelectPortal } from '../layouts/work-frame.tsx'
import styles from './dashboard.module.css'

/** The start page of the signed-in role (ROU-047, LRN-036). */
export const Route = createFileRoute('/_app/_signed-in/dashboard')({
  loader: async ({ context }) => {
    const { session, queryClient, api } = context
    const role = session.viewer?.current_role
    if (role === 'learner' || role === 'manager')
      await queryClient.ensureQueryData(shownAnnouncements(api)).catch(() => null)
    if (role === 'learner')
      await Promise.all([
        queryClient.ensureQueryData(learnerQueries(api).courses('current')),
        queryClient.ensureQueryData(documentQueries(api).own()).catch(() => null),
      ])
    else if (role === 'manager')
      await Promise.all([
        queryClient.ensureQueryData(managerQueries(api).overview()),
        queryClient.ensureQueryData(dashboardQuery(api)),
      ])
    else if (role === 'instructor') await queryClient.ensureQueryData(teachingQueries(api).queue())
    else if (role !== 'partner' && (await hasPortal(context))) await queryClient.ensureQueryData(dashboardQuery(api))
  },
  head: ({ match }) => ({ meta: [{ title: `Dashboard – ${match.context.session.portal.name}` }] }),
  component: Dashboard,
})

type Read = { session: PageSession; api: Api; queryClient: { ensureQueryData: QueryClient['ensureQueryData'] } }

/** False for a super admin who has chosen no portal; the figures are those of one (PRT-082). */
const hasPortal = async ({ session, api, queryClient }: Read): Promise<boolean> => {
  if (!mustSelectPortal(session)) return true
  const { meta } = await queryClient.ensureQueryData(api.query(selectPortals))
  return meta.selected_id !== session.portal.id
}

function Dashboard() {
  const session = useSession()
  const api = useApi()
  const { viewer, portal } = session
  const { data: choice } = useQuery({ ...api.query(selectPortals), enabled: mustSelectPortal(session) })
  if (!viewer) return null
  const needsPortal = choice?.meta.selected_id === portal.id && mustSelectPortal(session)
  const chosen = choice?.data.find(({ id }) => id === choice.meta.selected_id) ?? portal
  const role = viewer.current_role
  return (
    <>
      <PageHeader
        title={`Welcome, ${viewer.first_name ?? displayName(viewer)}`}
        text={`${ROLES[role].name} of ${chosen.name}`}
      />
      <RoleAnnouncements />
      {role === 'learner' && <DocumentsNote />}
      {role === 'learner' ? (
        <LearnerDashboard />
      ) : role === 'manager' ? (
        <ManagerDashboard attention={<Attention />} />
      ) : role === 'instructor' ? (
        <TeachingQueue />
      ) : role === 'partner' ? (
        <WaysOn />
      ) : needsPortal ? (
        <EmptyState
          title="Choose a portal"
          text="Its figures and what needs attention are shown here."
          action={<LinkButton href="/portals?next=%2Fdashboard">See the portals</LinkButton>}
        />
      ) : (
        <AdminDashboard />
      )}
    </>
  )
}

/** What a partner, who has no figures here, may open, with what each screen is for. */
function WaysOn() {
  const session = useSession()
  const groups = NAVIGATION.map(({ label, items }) => ({
    label,
    items: items.filter(({ href, permission }) => href !== '/dashboard' && can(session, permission)),
  }))
  return (
    <div className={styles.groups}>
      {groups.map((group) => group.items.length > 0 && <Group key={group.label} {...group} />)}
    </div>
  )
}

function Group({ label, items }: (typeof NAVIGATION)[number]) {
  return (
    <section className={styles.group}>
      <h2>{label}</h2>
      <ul>
        {items.map(({ label: name, href, icon: Drawing, text }) => (
          <li key={href}>
            <Anchor href={href} className={styles.link}>
              {Drawing && (
                <span className={styles.drawing}>
                  <Drawing size={20} />
                </span>
              )}
              <span>
                <strong>{name}</strong>
                {text && <small>{text}</small>}
              </span>
            </Anchor>
          </li>
        ))}
      </ul>
    </section>
  )
}
