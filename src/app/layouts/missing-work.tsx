import { Outlet } from '@tanstack/react-router'
import { WorkFrame } from './work-frame.tsx'

/** The page that could not be found in the frame of administration. */
export function MissingWork() {
  return (
    <WorkFrame>
      <Outlet />
    </WorkFrame>
  )
}
