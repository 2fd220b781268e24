import type { ReactNode } from 'react'
import { PageHeader } from '#ui/app/page-header.tsx'
import { TabLinks } from '#ui/app/tabs.tsx'

const SCREENS = [
  { label: 'Settings', href: '/profile/settings' },
  { label: 'Password', href: '/profile/change-password' },
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
