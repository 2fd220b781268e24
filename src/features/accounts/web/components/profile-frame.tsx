import type { ReactNode } from 'react'
import { PageHeader } from '#ui/app/page-header.tsx'
import { TabLinks } from '#ui/app/tabs.tsx'

const SCREENS = [
  { label: 'Settings', href: '/profile/settings' },
  { label: 'Password', href: '/profile/change-password' },
  { label: 'Sign-in and security', href: '/profile/security' },
  { label: 'Certificates', href: '/profile/certificates' },
  { label: 'Documents', href: '/profile/documents' },
  { label: 'Invoices', href: '/profile/invoices' },
  { label: 'Seals', href: '/profile/seals' },
  { label: 'Activity', href: '/profile/activity-logs' },
]

/** The screens of the own profile, each at its own address (ROU-048). */
export function ProfileFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <PageHeader title={title} />
      <TabLinks label="Profile" items={SCREENS} />
      {children}
    </>
  )
}
