import { createFileRoute, Outlet } from '@tanstack/react-router'
import { selectPortals } from '#features/portals/contract.ts'
import { mustSelectPortal, WorkFrame } from './work-frame.tsx'

/** The frame of the screens for signed-in people. */
export const Route = createFileRoute('/_app')({
  beforeLoad: async ({ context }) => {
    await context.queryClient.load()
    // All portals to select from are there before the page is shown (ROU-124, PRT-039).
    if (mustSelectPortal(context.session)) await context.queryClient.ensureQueryData(context.api.query(selectPortals))
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
