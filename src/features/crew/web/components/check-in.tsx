import { type FormEvent, lazy, Suspense, useRef, useState } from 'react'
import { useSession } from '#ui/calls/api.tsx'
import { useOnline } from '#ui/hooks/use-online.ts'
import { LoadingNote } from '#ui/public/lists/skeleton.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { Field, Input } from '#ui/public/parts/field.tsx'
import { badgeOf } from '../../rules/badge.ts'
import styles from '../crew.module.css'
import type { MemberShown } from '../queries.ts'
import { findByBadge, type useCheckIn } from '../use-check-in.ts'

const Camera = lazy(() => import('./camera.tsx').then((file) => ({ default: file.Camera })))

const NO_ANSWER = 'The PIN could not be checked without a connection. Try again, or let the person sign.'
const NOT_HERE = 'No learner of this session has this badge. Check the number, or find the person in the list.'

type CheckInProps = {
  checkIn: ReturnType<typeof useCheckIn>
  roster: readonly MemberShown[]
  /** Lets somebody sign instead. */
  onSign: (member: MemberShown) => void
}

/** Checks people in by badge; where the portal takes none, they sign or type their names in the list (CRW-006, BDG-036). */
export function CheckIn(props: CheckInProps) {
  const { has_badges: hasBadges } = useSession().portal.setting
  const { said } = props.checkIn
  if (hasBadges) return <BadgeCheckIn {...props} />
  return (
    <div aria-live="polite">
      {said ? (
        <Alert tone={said.tone}>{said.text}</Alert>
      ) : (
        <Alert tone="info">
          This portal does not take badges. Choose “Check in without PIN” in the list below, and let each person sign or
          type the full name.
        </Alert>
      )}
    </div>
  )
}

/**
 * Badge and PIN, one person after the other: the cursor goes from badge to PIN and back by itself (CRW-006). Without a network no
 * PIN can be checked, so the badge leads to a signature (CRW-020).
 */
function BadgeCheckIn({ checkIn: { arrive, said, say, isSending }, roster, onSign }: CheckInProps) {
  const form = useRef<HTMLFormElement>(null)
  const isOnline = useOnline()
  const [isWatching, setWatching] = useState(false)
  const field = (name: string) => form.current?.elements.namedItem(name) as HTMLInputElement | null
  const letSign = async (badge: string) => {
    const member = await findByBadge(roster, badge)
    if (!member) return say({ tone: 'danger', text: NOT_HERE })
    form.current?.reset()
    if (member.arrived_at !== null)
      return say({ tone: 'success', text: `${member.user.display_name} was checked in already.` })
    say(null)
    return onSign(member)
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const [badge, secret] = [badgeOf(field('badge')?.value ?? ''), field('secret')?.value ?? '']
    if (badge === '') return field('badge')?.focus()
    if (!isOnline) return letSign(badge)
    // A scanner ends with Enter.
    if (secret === '') return field('secret')?.focus()
    const answer = await arrive(badge, secret)
    if (!answer) {
      // The same try can be sent again.
      const member = await findByBadge(roster, badge)
      say({ tone: 'danger', text: NO_ANSWER, ...(member && { member }) })
      return field('secret')?.focus()
    }
    const secretField = field('secret')
    // The PIN of one person never stays for the next; after a wrong one the same person tries again.
    if (answer.code !== 'badge_incorrect') form.current?.reset()
    else if (secretField) secretField.value = ''
    return field(answer.code === 'badge_incorrect' ? 'secret' : 'badge')?.focus()
  }
  const enterScanned = (text: string) => {
    setWatching(false)
    const badge = badgeOf(text)
    if (badge === '') return say({ tone: 'danger', text: 'This is not the code of a badge. Scan the badge again.' })
    const badgeField = field('badge')
    if (badgeField) badgeField.value = badge
    if (!isOnline) return void letSign(badge)
    say(null)
    return field('secret')?.focus()
  }
  return (
    <form ref={form} method="post" className={styles.check} onSubmit={(event) => void submit(event)} noValidate>
      <h2>Check in</h2>
      <div className={styles.fields}>
        <Field label="Badge" hint="Scan the code or type the number.">
          <Input name="badge" autoComplete="off" autoCapitalize="characters" spellCheck={false} maxLength={200} />
        </Field>
        {isOnline && (
          <Field label="PIN or password" hint="Entered by the person, not by you.">
            <Input name="secret" type="password" autoComplete="off" maxLength={200} />
          </Field>
        )}
      </div>
      {isWatching && (
        <Suspense fallback={<LoadingNote text="Loading the camera" />}>
          <Camera
            onCode={enterScanned}
            onTrouble={(text) => {
              setWatching(false)
              say({ tone: 'danger', text })
            }}
          />
        </Suspense>
      )}
      <div className={styles.pair}>
        <Button
          variant="outline"
          size="lg"
          className={styles.large}
          aria-pressed={isWatching}
          onClick={() => setWatching(!isWatching)}
        >
          {isWatching ? 'Stop the camera' : 'Scan with the camera'}
        </Button>
        <Button type="submit" size="lg" className={styles.large} isLoading={isSending}>
          {isOnline ? 'Check in' : 'Sign'}
        </Button>
      </div>
      <div className={styles.said} aria-live="polite">
        {said && (
          <Alert
            tone={said.tone}
            action={
              said.member && (
                <Button variant="outline" onClick={() => said.member && onSign(said.member)}>
                  Let {said.member.user.display_name} sign
                </Button>
              )
            }
          >
            {said.text}
          </Alert>
        )}
        {!said && !isOnline && (
          <Alert tone="info">Without a network, PINs cannot be checked. People sign with a finger instead.</Alert>
        )}
      </div>
    </form>
  )
}
