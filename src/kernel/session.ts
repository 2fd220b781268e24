import type { PortalContext, Viewer } from './context.ts'

/** What every page knows about the portal: everything of it that anybody may read. */
export type PagePortal = Pick<
  PortalContext,
  'id' | 'slug' | 'name' | 'status' | 'plan_short_name' | 'is_demo' | 'setting' | 'company' | 'flags' | 'origin' | 'navigations'
>

/** What every page knows about the signed-in person. */
export type PageViewer = Pick<
  Viewer,
  | 'user_id'
  | 'roles'
  | 'current_role'
  | 'is_outside'
  | 'email'
  | 'username'
  | 'first_name'
  | 'middle_name'
  | 'last_name'
  | 'avatar'
  | 'impersonator_id'
  | 'impersonator_name'
  | 'toggles'
>

/** The portal and the person for whom a page is shown; made by the server, carried over to the browser. */
export type PageSession = {
  portal: PagePortal
  viewer: PageViewer | null
  /** Demo sign-ins are offered, developer pages exist. */
  has_demo: boolean
  is_production: boolean
  live: { key: string }
}
