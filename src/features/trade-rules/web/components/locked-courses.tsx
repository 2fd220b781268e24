import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { RecordFields } from '#ui/app/form/detail-form.tsx'
import { SwitchField, TextAreaField } from '#ui/app/form/fields.tsx'
import { useRecordForm } from '#ui/app/form/use-record-form.ts'
import { Row, Rows } from '#ui/app/list/rows.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { Dialog, DialogButtons } from '#ui/public/dialogs/dialog.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { TimeText } from '#ui/public/parts/time.tsx'
import { unlockIdentity } from '../../contract-identity.ts'
import { type LockShown, tradeRuleQueries } from '../queries.ts'
import styles from '../screens/trade-rules.module.css'

/** The courses that identity questions have locked for learners; a reason unlocks one (TRD-056). */
export function LockedCourses() {
  const { data } = useQuery({ ...tradeRuleQueries(useApi()).locks(), refetchOnWindowFocus: true })
  const [opened, setOpened] = useState<LockShown | null>(null)
  const locks = data?.data ?? []
  return (
    <section className={styles.locks} aria-label="Locked courses">
      <h2>Locked courses</h2>
      {locks.length === 0 ? (
        <p className={styles.note}>
          No course is locked. A course that locks after wrong or missed identity questions appears here.
        </p>
      ) : (
        <Rows label="Locked courses">
          {locks.map((lock) => (
            <Row
              key={lock.id}
              title={
                <strong>
                  {lock.user.name}: {lock.course.title}
                </strong>
              }
              note={
                <>
                  Locked <TimeText value={lock.locked_at} />
                  <ul className={styles.tasks}>
                    {lock.mistakes.map(({ question, asked_at: at, outcome }) => (
                      <li key={at}>
                        {question} {outcome === 'wrong' ? 'Wrong' : 'Missed'}, <TimeText value={at} />
                      </li>
                    ))}
                  </ul>
                </>
              }
            >
              <Button
                size="sm"
                variant="soft"
                aria-haspopup="dialog"
                aria-label={`Unlock ${lock.course.title} for ${lock.user.name}`}
                onClick={() => setOpened(lock)}
              >
                Unlock
              </Button>
            </Row>
          ))}
        </Rows>
      )}
      {opened && <UnlockDialog lock={opened} onClose={() => setOpened(null)} />}
    </section>
  )
}

function UnlockDialog({ lock, onClose }: { lock: LockShown; onClose: () => void }) {
  const api = useApi()
  const client = useQueryClient()
  const record = useRecordForm<{ reason: string; resets_answers: boolean }>({
    defaults: { reason: '', resets_answers: false },
    savedText: 'The course is unlocked.',
    save: async (_, values) => {
      const answer = await api.call(unlockIdentity, { params: { id: lock.id }, body: values })
      client.setQueryData(tradeRuleQueries(api).locks().queryKey, answer)
    },
    onSaved: onClose,
  })
  return (
    <Dialog isOpen onClose={onClose} title={`Unlock ${lock.course.title} for ${lock.user.name}`}>
      <RecordFields record={record} className={styles.form}>
        <TextAreaField
          name="reason"
          label="Reason"
          description="How you know who is learning. It stays in the record."
          maxLength={500}
          autosize
          minRows={2}
        />
        <SwitchField
          name="resets_answers"
          label="Set up new answers"
          description="Deletes the present answers. The learner answers new questions before going on."
        />
        <DialogButtons>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" isLoading={record.isSaving} disabled={record.values.reason.trim() === ''}>
            Unlock course
          </Button>
        </DialogButtons>
      </RecordFields>
    </Dialog>
  )
}
