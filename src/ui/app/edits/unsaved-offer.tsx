import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { formatDate } from '#kernel/format.ts'
import { useSession } from '../../calls/api.tsx'
import { useDebounced } from '../../hooks/use-debounced.ts'
import { keepUnsaved, readUnsaved, type UnsavedEdits } from '../../kept/unsaved-edits.ts'
import { Alert } from '../../public/parts/alert.tsx'
import { Button } from '../../public/parts/button.tsx'
import { changedFields, mergeEdits } from '../form/edits.ts'
import type { FormValues, RecordForm } from '../form/use-record-form.ts'
import { Differences } from './differences.tsx'
import styles from './unsaved-offer.module.css'

const PAUSE = 300
const LONGEST = 1500

/** Forgets what is kept of a record once it is saved: a form that closes then has no other moment for it. */
export const useForgetUnsaved = (name: string | undefined) => {
  const userId = useSession().viewer?.user_id ?? 0
  return () => name !== undefined && keepUnsaved(userId, name, [])
}

/** A moment of today by its time alone. */
const momentText = (at: string): string => {
  const date = new Date(at)
  const isToday = date.toDateString() === new Date().toDateString()
  return isToday
    ? date.toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' })
    : formatDate(at, 'long_time')
}

/**
 * Keeps the edits of a form in this browser for as long as they are not saved, for this person alone, and offers what an
 * earlier page has left (BLD-075). `name` names the record.
 */
export function UnsavedOffer<Values extends FormValues>({
  name,
  record,
}: {
  name: string
  record: RecordForm<Values>
}) {
  const userId = useSession().viewer?.user_id ?? 0
  const { form, values, saved, isDirty } = record
  const [offers, setOffers] = useState<UnsavedEdits<Values>[] | null>(null)
  const madeAt = useRef('')

  const read = useEffectEvent((kept: UnsavedEdits<Values>[]) =>
    // What is the same as the saved record says nothing new.
    setOffers(
      kept.filter((edits) => changedFields(edits.values, edits.base).some((each) => differs(edits, saved, each))),
    ),
  )
  useEffect(() => void readUnsaved<Values>(userId, name).then(read), [userId, name])

  const { call: keepSoon, flush } = useDebounced(
    () => {
      // Until the earlier ones are read, nothing may take their place.
      if (!offers) return
      const current = isDirty ? [{ at: madeAt.current, base: saved, values }] : []
      keepUnsaved(userId, name, [...current, ...offers])
    },
    PAUSE,
    LONGEST,
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of these is to be kept
  useEffect(() => {
    madeAt.current = new Date().toISOString()
    keepSoon()
    if (!isDirty) flush()
  }, [values, saved, isDirty, offers, keepSoon, flush])
  useEffect(() => {
    addEventListener('pagehide', flush)
    addEventListener('visibilitychange', flush)
    return () => {
      removeEventListener('pagehide', flush)
      removeEventListener('visibilitychange', flush)
    }
  }, [flush])

  const [offer, ...others] = offers ?? []
  const base = offer?.base
  const versions = useMemo(() => ({ base: base ?? saved, theirs: saved }), [base, saved])
  if (!offer) return null
  const hasMoved = changedFields(offer.base, saved).length > 0
  return (
    <div className={styles.offer}>
      <Alert
        isLive
        tone={hasMoved ? 'warning' : 'info'}
        title={`You have unsaved changes from ${momentText(offer.at)}`}
        action={
          <div className={styles.buttons}>
            <Button
              size="sm"
              onClick={() => {
                form.setValues(mergeEdits(offer.base, offer.values, isDirty ? values : saved))
                setOffers(others)
              }}
            >
              Restore
            </Button>
            <Button size="sm" variant="outline" onClick={() => setOffers(others)}>
              Discard
            </Button>
          </div>
        }
      >
        {hasMoved ? (
          <>
            <p>
              What is saved has changed since then. Restore puts your changes back and keeps the rest as it is saved
              now. Nothing is saved before you press Save.
            </p>
            <Differences record={record} mine={offer.values} versions={versions} other="Saved now" />
          </>
        ) : (
          <p>They were kept in this browser when you left.</p>
        )}
      </Alert>
    </div>
  )
}

const differs = <Values extends FormValues>({ values }: UnsavedEdits<Values>, saved: Values, name: string) =>
  changedFields({ [name]: values[name] }, { [name]: saved[name] }).length > 0
