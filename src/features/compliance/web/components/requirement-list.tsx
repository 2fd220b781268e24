import { lazy, type ReactNode, Suspense, useState } from 'react'
import { formatDay } from '#kernel/format/day.ts'
import { Row, Rows } from '#ui/app/list/rows.tsx'
import { EmptyState } from '#ui/public/lists/empty-state.tsx'
import { LoadingNote } from '#ui/public/lists/skeleton.tsx'
import { Badge } from '#ui/public/parts/badge.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import type { RequirementShown, TermsShown } from '../queries.ts'
import styles from '../screens/compliance.module.css'

const RequirementDialog = lazy(() =>
  import('./requirement-dialog.tsx').then((file) => ({ default: file.RequirementDialog })),
)

const KINDS: Record<RequirementShown['kind'], string> = {
  course: 'Course completed',
  certificate: 'Certificate held',
  license: 'License accepted',
  document: 'Document accepted',
}

type ListProps = { requirements: readonly RequirementShown[]; canEdit: boolean; add: ReactNode }

/** What is required of whom, with the terms of every day (CMP-011). */
export function RequirementList({ requirements, canEdit, add }: ListProps) {
  const [editedId, setEditedId] = useState<number | null>(null)
  const edited = requirements.find(({ id }) => id === editedId)
  if (requirements.length === 0)
    return (
      <EmptyState
        title="Nothing is required yet"
        text="Say which courses, certificates, licenses and documents people need for a site, job, team or state, and from which day. Then you see who meets them on any date."
        action={canEdit && add}
      />
    )
  return (
    <>
      <Rows label="Requirements">
        {requirements.map((requirement) => (
          <RequirementRow
            key={requirement.id}
            requirement={requirement}
            onEdit={canEdit ? () => setEditedId(requirement.id) : undefined}
          />
        ))}
      </Rows>
      {edited && (
        <Suspense fallback={<LoadingNote text="Loading the form" />}>
          <RequirementDialog requirement={edited} onClose={() => setEditedId(null)} />
        </Suspense>
      )}
    </>
  )
}

const orList = (titles: readonly string[]) => new Intl.ListFormat('en-US', { type: 'disjunction' }).format(titles)

/** Which courses renew it, and from which day; null where none does. */
export const refresherText = ({ refreshers, renews_from }: TermsShown): string | null =>
  refreshers.length === 0
    ? null
    : `Renewed by ${orList(refreshers.map(({ title }) => title))}, from the day ${renews_from === 'completion' ? 'the refresher is completed' : 'the training expires'}`

export const validityText = ({ valid_months: months, grace_days: grace }: TermsShown): string => {
  const valid = months === null ? 'No end of its own' : `Valid ${months} ${months === 1 ? 'month' : 'months'}`
  return grace === 0 ? valid : `${valid}, ${grace} ${grace === 1 ? 'day' : 'days'} of grace`
}

const termsText = (terms: TermsShown): string =>
  [validityText(terms), refresherText(terms), terms.source].filter((part) => part !== null).join(' · ')

type RowProps = { requirement: RequirementShown; onEdit: (() => void) | undefined }

function RequirementRow({ requirement, onEdit }: RowProps) {
  const { title, kind, course, terms, current_id } = requirement
  const current = terms.find(({ id }) => id === current_id)
  const others = terms.filter(({ id }) => id !== current_id)
  return (
    <Row
      title={
        <>
          <strong>{title}</strong> {!current && <StateBadge terms={terms} />}
        </>
      }
      note={
        <>
          {KINDS[kind]}
          {course && course.title !== title && `: ${course.title}`}
          {current && (
            <>
              {' · '}
              {current.text} since {formatDay(current.from_day)} · {termsText(current)}
            </>
          )}
          {others.length > 0 && (
            <details className={styles.terms}>
              <summary>Terms of other days</summary>
              <ul>
                {others.map((each) => (
                  <li key={each.id}>
                    From {formatDay(each.from_day)}: {each.is_retired ? 'retired' : `${each.text} · ${termsText(each)}`}
                  </li>
                ))}
              </ul>
            </details>
          )}
        </>
      }
    >
      {onEdit && (
        <Button size="sm" variant="soft" aria-haspopup="dialog" aria-label={`Change ${title}`} onClick={onEdit}>
          Change
        </Button>
      )}
    </Row>
  )
}

/** Of a requirement that asks nothing today: it was retired, or it has not begun. */
function StateBadge({ terms }: { terms: readonly TermsShown[] }) {
  const isRetired = terms.at(-1)?.is_retired
  return <Badge tone={isRetired ? 'neutral' : 'info'}>{isRetired ? 'Retired' : 'Not begun'}</Badge>
}
