import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { PageHeader } from '#ui/app/page-header.tsx'
import { TabLinks } from '#ui/app/tabs.tsx'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { IconPlus, IconUsers } from '#ui/icons.tsx'
import { can } from '#ui/page/guard.ts'
import { LoadingNote } from '#ui/public/lists/skeleton.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { MatrixPart } from '../components/matrix-part.tsx'
import { RequirementList } from '../components/requirement-list.tsx'
import { complianceQueries } from '../queries.ts'
import styles from './compliance.module.css'

const AssignDialog = lazy(() =>
  import('../components/assign-dialog.tsx').then((file) => ({ default: file.AssignDialog })),
)
const RequirementDialog = lazy(() =>
  import('../components/requirement-dialog.tsx').then((file) => ({ default: file.RequirementDialog })),
)

const MATRIX = '/admin/compliance'
const REQUIREMENTS = '/admin/compliance?tab=requirements'

/** People and requirements as of a day, and what is required of whom (CMP-010, CMP-011). */
export function ComplianceScreen() {
  const search = useSearch({ strict: false }) as { tab?: string }
  const { data } = useQuery(complianceQueries(useApi()).requirements())
  const [open, setOpen] = useState<'requirement' | 'people' | null>(null)
  const close = () => setOpen(null)
  const isMatrix = search.tab !== 'requirements'
  const requirements = data?.data ?? []
  const canEdit = can(useSession(), 'enrollments.create')
  const add = (
    <Button icon={IconPlus} aria-haspopup="dialog" onClick={() => setOpen('requirement')}>
      Add requirement
    </Button>
  )
  return (
    <div className={styles.page}>
      <PageHeader
        title="Compliance"
        text="See who met every requirement on any date, with proof."
        actions={
          canEdit &&
          requirements.length > 0 && (
            <>
              <Button variant="outline" icon={IconUsers} aria-haspopup="dialog" onClick={() => setOpen('people')}>
                Assign people
              </Button>
              {add}
            </>
          )
        }
      />
      {requirements.length > 0 && (
        <TabLinks
          label="Compliance"
          current={isMatrix ? MATRIX : REQUIREMENTS}
          items={[
            { label: 'Matrix', href: MATRIX },
            { label: 'Requirements', href: REQUIREMENTS, count: requirements.length },
          ]}
        />
      )}
      {isMatrix && requirements.length > 0 ? (
        <MatrixPart />
      ) : (
        <RequirementList requirements={requirements} canEdit={canEdit} add={add} />
      )}
      {open && (
        <Suspense fallback={<LoadingNote text="Loading the form" />}>
          {open === 'people' ? (
            <AssignDialog onClose={close} />
          ) : (
            <RequirementDialog requirement={null} onClose={close} />
          )}
        </Suspense>
      )}
    </div>
  )
}
