import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormDialog } from '#ui/app/form/detail-form.tsx'
import { NumberField, SwitchField } from '#ui/app/form/fields.tsx'
import { Row, Rows } from '#ui/app/list/rows.tsx'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { can } from '#ui/page/guard.ts'
import { EmptyState } from '#ui/public/lists/empty-state.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { DEFAULT_DAYS, MOST_DAYS, saveRenewal } from '../../contract.ts'
import type { RenewalShown } from '../queries.ts'
import styles from '../screens/recertification.module.css'

/** Which requirements enroll people automatically, and when (CMP-035, CMP-039). */
export function RenewalList({ renewals }: { renewals: readonly RenewalShown[] }) {
  const [changed, setChanged] = useState<RenewalShown | null>(null)
  const canEdit = can(useSession(), 'enrollments.update')
  return (
    <section className={styles.part} aria-labelledby="renewal">
      <div className={styles.head}>
        <div>
          <h2 id="renewal">Automatic renewal</h2>
          <p className={styles.note}>
            Everyone gets reminders 90, 60, 30 and 7 days before training expires. People can also be enrolled
            automatically.
          </p>
        </div>
      </div>
      {renewals.length === 0 ? (
        <EmptyState title="Nothing is required yet" text="Add a requirement under Compliance first." />
      ) : (
        <Rows label="Requirements">
          {renewals.map((renewal) => (
            <Row key={renewal.id} title={<strong>{renewal.title}</strong>} note={textOf(renewal)}>
              {canEdit && renewal.course && (
                <Button
                  size="sm"
                  variant="soft"
                  aria-haspopup="dialog"
                  aria-label={`Change renewal of ${renewal.title}`}
                  onClick={() => setChanged(renewal)}
                >
                  Change
                </Button>
              )}
            </Row>
          ))}
        </Rows>
      )}
      {changed && <RenewalDialog renewal={changed} onClose={() => setChanged(null)} />}
    </section>
  )
}

const textOf = ({ course, refreshers, is_automatic, days_before: days }: RenewalShown): string => {
  if (!course) return 'People hand in a new document'
  const [refresher] = refreshers
  const by = refresher ? `, in ${refresher.title} while it counts, then in ${course.title}` : ''
  if (!is_automatic) return refresher ? `Reminders only. Renewed by ${refresher.title}` : 'Reminders only'
  return days === 0
    ? `Enrolls people on the last day, with one credit of the portal${by}`
    : `Enrolls people ${days} ${days === 1 ? 'day' : 'days'} before the last day, with one credit of the portal${by}`
}

type Values = { is_automatic: boolean; days_before: number | '' }

function RenewalDialog({ renewal, onClose }: { renewal: RenewalShown; onClose: () => void }) {
  const api = useApi()
  const queryClient = useQueryClient()
  return (
    <FormDialog<Values>
      isOpen
      onClose={onClose}
      title={`Renewal of ${renewal.title}`}
      saveLabel="Save renewal"
      savedText="Renewal saved."
      defaults={{ is_automatic: false, days_before: DEFAULT_DAYS }}
      record={{ is_automatic: renewal.is_automatic, days_before: renewal.days_before }}
      save={(_, { is_automatic, days_before }) =>
        api.call(saveRenewal, {
          params: { id: renewal.id },
          body: { is_automatic, days_before: days_before === '' ? DEFAULT_DAYS : days_before },
        })
      }
      onSaved={() => void queryClient.invalidateQueries()}
    >
      <SwitchField
        name="is_automatic"
        label="Enroll people automatically"
        description="Each enrollment uses one credit of the portal. If there are not enough, managers and admins are notified."
      />
      <NumberField
        name="days_before"
        label="Days before the last day"
        description="People who are already enrolled in the course are not enrolled again."
        min={0}
        max={MOST_DAYS}
        allowDecimal={false}
      />
    </FormDialog>
  )
}
