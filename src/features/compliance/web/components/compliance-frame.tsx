import type { ReactNode } from 'react'
import { PageHeader } from '#ui/app/page-header.tsx'
import { TabLinks } from '#ui/app/tabs.tsx'
import { useSession } from '#ui/calls/api.tsx'
import { can } from '#ui/page/guard.ts'
import styles from '../screens/compliance.module.css'

export const MATRIX = '/admin/compliance'
export const REQUIREMENTS = '/admin/compliance?tab=requirements'
export const REVIEW = '/admin/compliance/documents'

type FrameProps = {
  current: typeof MATRIX | typeof REQUIREMENTS | typeof REVIEW
  /** How many there are, where the screen knows. */
  counts?: { requirements?: number; documents?: number }
  hasTabs?: boolean
  actions?: ReactNode
  children: ReactNode
}

/** The screens about compliance, each at its own address (CMP-010, CMP-011, CMP-027). */
export function ComplianceFrame({ current, counts = {}, hasTabs = true, actions, children }: FrameProps) {
  const count = (value: number | undefined) => (value === undefined ? {} : { count: value })
  const items = [
    { label: 'Matrix', href: MATRIX },
    { label: 'Requirements', href: REQUIREMENTS, ...count(counts.requirements) },
    ...(can(useSession(), 'users.update')
      ? [{ label: 'Documents to review', href: REVIEW, ...count(counts.documents) }]
      : []),
  ]
  return (
    <div className={styles.page}>
      <PageHeader title="Compliance" text="See who met every requirement on any date, with proof." actions={actions} />
      {hasTabs && <TabLinks label="Compliance" current={current} items={items} />}
      {children}
    </div>
  )
}
