import { useSuspenseQuery } from '@tanstack/react-query'
import { useOutlineContext } from '#features/outline/web/public.ts'
import { ChangeList } from '#features/versions/web/public.ts'
import { StatusBadge } from '#ui/app/status-badge.tsx'
import { useApi, useCall, useSession } from '#ui/calls/api.tsx'
import { IconCheck, IconX } from '#ui/icons.tsx'
import { can } from '#ui/page/guard.ts'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { Checkbox } from '#ui/public/parts/field.tsx'
import { TimeText } from '#ui/public/parts/time.tsx'
import { declineUpdate, setTakesUpdates, showCourseSource, takeUpdate } from '../../contract.ts'
import { FieldChanges } from '../components/field-changes.tsx'
import { useSharingChanged } from '../queries.ts'
import styles from '../shared-courses.module.css'
import { RECEIVED_LOOKS, type Source } from '../words.ts'

const stayInWords = (count: number): string =>
  count === 0
    ? 'Nobody is in the middle of the course.'
    : count === 1
      ? '1 learner is in the middle of the course and keeps the version they started with.'
      : `${count.toLocaleString('en-US')} learners are in the middle of the course and keep the version they started with.`

/** Where a received course comes from, what its update changes, and the decision about it (SHR-022). */
export function SourceScreen({ slug }: { slug: string }) {
  const { data: shared } = useSuspenseQuery(useApi().query(showCourseSource, { params: { slug } })).data
  const { source, state, offered, taken } = shared
  const look = RECEIVED_LOOKS[state]
  return (
    <>
      <section className={styles.box} aria-label="Source">
        <div className={styles.pair}>
          <h2>{source.name}</h2>
          <StatusBadge status={look.status} label={look.label} />
        </div>
        <p>
          Shared with you on <TimeText value={shared.received_at} />.{' '}
          {shared.revoked_at && (
            <>
              Sharing ended on <TimeText value={shared.revoked_at} />.
            </>
          )}
        </p>
        {state !== 'revoked' && <TakesUpdates slug={slug} isOn={shared.takes_updates} />}
      </section>
      {state !== 'revoked' && offered > taken && <Update slug={slug} shared={shared} />}
    </>
  )
}

function TakesUpdates({ slug, isOn }: { slug: string; isOn: boolean }) {
  const changed = useSharingChanged()
  const set = useCall(setTakesUpdates, { onSuccess: changed, onError: (error) => void toast.error(error) })
  const mayUpdate = can(useSession(), 'shared-courses.update')
  return (
    <Checkbox
      label="Take updates when they arrive"
      hint="Learners who have started keep their version either way."
      checked={isOn}
      disabled={!mayUpdate || set.isPending}
      onChange={(event) => set.mutate({ params: { slug }, body: { takes_updates: event.target.checked } })}
    />
  )
}

function Update({ slug, shared }: { slug: string; shared: Source }) {
  const sharingChanged = useSharingChanged()
  const outline = useOutlineContext()
  const changed = () => Promise.all([sharingChanged(), outline.changed()])
  const onError = (error: unknown) => {
    void changed()
    void toast.error(error)
  }
  const done = (text: string) => () => {
    void changed()
    toast.success(text)
  }
  const take = useCall(takeUpdate, { onSuccess: done('The update is in your course.'), onError })
  const decline = useCall(declineUpdate, { onSuccess: done('Update declined. Your course stays as it is.'), onError })
  const mayUpdate = can(useSession(), 'shared-courses.update')
  const about = { params: { slug }, body: { release: shared.offered } }
  const isDeclined = shared.state === 'declined'
  return (
    <section className={styles.box} aria-label="Update">
      <div className={styles.head}>
        <div>
          <h2>{isDeclined ? 'Declined update' : 'Update'}</h2>
          <p>
            Sent on <TimeText value={shared.offered_at} />. {stayInWords(shared.learners_at_work)}
          </p>
        </div>
        {mayUpdate && (
          <div className={styles.buttons}>
            {!isDeclined && (
              <Button
                variant="outline"
                icon={IconX}
                isLoading={decline.isPending}
                onClick={() => decline.mutate(about)}
              >
                Decline update
              </Button>
            )}
            <Button icon={IconCheck} isLoading={take.isPending} onClick={() => take.mutate(about)}>
              Take update
            </Button>
          </div>
        )}
      </div>
      {shared.field_changes.length > 0 && <FieldChanges changes={shared.field_changes} />}
      {shared.item_changes.length > 0 && <ChangeList changes={shared.item_changes} />}
    </section>
  )
}
