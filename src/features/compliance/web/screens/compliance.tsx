import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { IconPlus, IconUsers } from '#ui/icons.tsx'
import { can } from '#ui/page/guard.ts'
import { LoadingNote } from '#ui/public/lists/skeleton.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { ComplianceFrame, MATRIX, REQUIREMENTS } from '../components/compliance-frame.tsx'
import { MatrixPart } from '../components/matrix-part.tsx'
import { RequirementList } from '../components/requirement-list.tsx'
import { complianceQueries } from '../queries.ts'

const AssignDialog = lazy(() =>
  import('../components/assign-dialog.tsx').then((file) => ({ default: file.AssignDialog })),
)
const RequirementDialog = lazy(() =>
  import('../components/requirement-dialog.tsx').then((file) => ({ default: file.RequirementDialog })),
)

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
    <ComplianceFrame
      current={isMatrix ? MATRIX : REQUIREMENTS}
      counts={{ requirements: requirements.length }}
      hasTabs={requirements.length > 0}
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
    >
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
    </ComplianceFrame>
  )
}
