import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { selectPortals } from '#features/portals/contract.ts'
import { isPortalBound } from './portal-bound.ts'
import { mustSelectPortal, WorkFrame } from './work-frame.tsx'

/** The frame of the screens for signed-in people. */
export const Route = createFileRoute('/_app')({
  beforeLoad: async ({ context: { api, queryClient, session }, location }) => {
    await queryClient.load()
    if (!mustSelectPortal(session)) return
    // All portals to select from are there before the page is shown (ROU-124, PRT-039).
    const { meta } = await queryClient.ensureQueryData(api.query(selectPortals))
    // What belongs to one portal needs one: the list of portals is where it is chosen (PRT-082).
    if (meta.selected_id === session.portal.id && isPortalBound(location.pathname))
      throw redirect({ href: `/portals?next=${encodeURIComponent(location.href)}`, statusCode: 302 })
  },
  component: App,
})

function App() {
  return (
    <WorkFrame>
      <Outlet />
    </WorkFrame>
  )
}
