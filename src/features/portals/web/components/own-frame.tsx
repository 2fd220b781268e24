import type { ReactNode } from 'react'
import { isPageOpen } from '#kernel/product/portal-pages.ts'
import { PageHeader } from '#ui/app/page-header.tsx'
import { TabLinks } from '#ui/app/tabs.tsx'
import { useSession } from '#ui/calls/api.tsx'
import { can } from '#ui/page/guard.ts'
import { usePortal } from '../use-portal.ts'

const TABS = [
  { label: 'Overview', href: '/portal-settings/info', permission: 'portal-settings.view' },
  { label: 'Company', href: '/portal-settings/company', permission: 'portal-settings.view' },
  { label: 'Courses', href: '/portal-settings/courses-management', permission: 'courses.view' },
  { label: 'Theme', href: '/admin/portal/theme', permission: 'portal-settings.view' },
  { label: 'Settings', href: '/admin/portal/settings', permission: 'portal-settings.view' },
  { label: 'History', href: '/admin/portal/history', permission: 'activity-logs.view' },
] as const

/** The head and the tabs of the screens about the own portal (ROU-068, ROU-079); one that is not set up yet opens its settings alone. */
export function OwnFrame({ children }: { children: ReactNode }) {
  const session = useSession()
  const { portal } = usePortal()
  const tabs = TABS.filter(({ href, permission }) => can(session, permission) && isPageOpen(session.portal, href))
  return (
    <>
      <PageHeader title="Portal settings" text={`How ${portal.name} looks, and what it shows to whom.`} />
      {tabs.length > 1 && <TabLinks label="Portal" items={tabs} />}
      {children}
    </>
  )
}
