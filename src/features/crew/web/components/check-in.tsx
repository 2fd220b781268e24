import { type FormEvent, useRef } from 'react'
import { useSession } from '#ui/calls/api.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { Field, Input } from '#ui/public/parts/field.tsx'
import styles from '../crew.module.css'
import type { useEntries } from '../use-entries.ts'

/** A scanner types the whole address of the badge; what counts stands behind its `#`. */
const badgeOf = (typed: string): string => typed.split('#').at(-1)?.split('.')[0] ?? ''

type CheckInProps = { entries: ReturnType<typeof useEntries> }

/** Checks people in by badge; where the portal takes none, they type their names in the list (CRW-006, BDG-036). */
export function CheckIn({ entries }: CheckInProps) {
  const { has_badges: hasBadges } = useSession().portal.setting
  return hasBadges ? (
    <BadgeCheckIn entries={entries} />
  ) : (
    <Alert tone="info">
      This portal does not take badges. Choose “Check in by name” in the list below, and let each person type the full
      name.
    </Alert>
  )
}

/** Badge and PIN, one person after the other: the cursor goes from badge to PIN and back by itself (CRW-006). */
function BadgeCheckIn({ entries: { add, said, isSending } }: CheckInProps) {
  const form = useRef<HTMLFormElement>(null)
  const field = (name: string) => form.current?.elements.namedItem(name) as HTMLInputElement | null
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const [badge, secret] = [badgeOf(field('badge')?.value ?? ''), field('secret')?.value ?? '']
    if (badge.trim() === '') return field('badge')?.focus()
    // A scanner ends with Enter.
    if (secret === '') return field('secret')?.focus()
    const answer = await add({ kind: 'arrived', badge, secret })
    // Without an answer the same try can be sent again.
    if (!answer) return field('secret')?.focus()
    const secretField = field('secret')
    // The PIN of one person never stays for the next; after a wrong one the same person tries again.
    if (answer.code !== 'badge_incorrect') form.current?.reset()
    else if (secretField) secretField.value = ''
    return field(answer.code === 'badge_incorrect' ? 'secret' : 'badge')?.focus()
  }
  return (
    <form ref={form} method="post" className={styles.check} onSubmit={(event) => void submit(event)} noValidate>
      <h2>Check in</h2>
      <div className={styles.fields}>
        <Field label="Badge" hint="Scan the code or type the number.">
          <Input name="badge" autoComplete="off" autoCapitalize="characters" spellCheck={false} maxLength={100} />
        </Field>
        <Field label="PIN or password" hint="Entered by the person, not by you.">
          <Input name="secret" type="password" autoComplete="off" maxLength={200} />
        </Field>
      </div>
      <Button type="submit" size="lg" isBlock className={styles.large} isLoading={isSending}>
        Check in
      </Button>
      <div className={styles.said} aria-live="polite">
        {said && <Alert tone={said.tone}>{said.text}</Alert>}
      </div>
    </form>
  )
}
