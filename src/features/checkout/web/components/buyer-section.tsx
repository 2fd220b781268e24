import type { PagePortal } from '#kernel/access/session.ts'
import { displayName } from '#kernel/text.ts'
import { useSession } from '#ui/calls/api.tsx'
import { Field, Input } from '#ui/public/parts/field.tsx'
import { Part } from '#ui/public/parts/layout.tsx'
import { asksToSignIn, needsName } from '../../rules/form.ts'
import type { CheckoutForm } from '../use-checkout-form.ts'
import styles from './checkout-form.module.css'

const hintOf = (
  isFree: boolean,
  { password_provider: provider, has_password_domains: hasDomains }: PagePortal,
): string => {
  if (provider !== null)
    return isFree
      ? `You will sign in with ${provider}.`
      : `We will send the receipt here. You will sign in with ${provider}.`
  if (hasDomains)
    return isFree ? 'We will send you how to sign in.' : 'We will send the receipt here, and how to sign in.'
  return isFree
    ? 'We will send a link here so that you can set your password.'
    : 'We will send the receipt here, and a link to set your password.'
}

type BuyerProps = {
  form: CheckoutForm
  /** There is nothing to pay, and so no receipt (CRT-029). */
  isFree?: boolean
  onSignIn: () => void
}

/**
 * The buyer: the signed-in person, who enters a name if this portal has none, or a visitor by name and e-mail (CRT-024,
 * CRT-036).
 */
export function BuyerSection({ form, isFree = false, onSignIn }: BuyerProps) {
  const { viewer, portal } = useSession()
  const { errors, text } = form
  if (viewer) {
    const name = displayName(viewer)
    return (
      <Part id="checkout-buyer" title="Your details">
        <p className={styles.person}>
          <strong>{name}</strong>
          {viewer.email !== null && name !== viewer.email && <span>{viewer.email}</span>}
        </p>
        {needsName(viewer) && (
          <>
            <p>{portal.name} does not have your name yet. Your orders and certificates here will show it.</p>
            <div className={styles.grid}>
              <NameFields form={form} />
            </div>
          </>
        )}
        {viewer.email === null && (
          <Field label="E-mail" hint="For the receipt of this order only." error={errors.email} isRequired>
            <Input {...text('email')} type="email" autoComplete="email" inputMode="email" maxLength={254} />
          </Field>
        )}
      </Part>
    )
  }
  const isKnown = asksToSignIn(errors)
  return (
    <Part
      id="checkout-buyer"
      title="Your details"
      aside={
        <p className={styles.account}>
          Have an account?{' '}
          <button type="button" className={styles.link} aria-haspopup="dialog" onClick={onSignIn}>
            Sign in
          </button>
        </p>
      }
    >
      <div className={styles.grid}>
        <NameFields form={form} />
        <Field
          className={styles.wide}
          label="E-mail"
          hint={isKnown ? undefined : hintOf(isFree, portal)}
          error={
            isKnown ? (
              <>
                {errors.email}{' '}
                <button type="button" className={styles.link} aria-haspopup="dialog" onClick={onSignIn}>
                  Sign in now
                </button>
              </>
            ) : (
              errors.email
            )
          }
          isRequired
        >
          <Input {...text('email')} type="email" autoComplete="email" inputMode="email" maxLength={254} />
        </Field>
      </div>
    </Part>
  )
}

function NameFields({ form: { errors, text } }: { form: CheckoutForm }) {
  return (
    <>
      <Field label="First name" error={errors.first_name} isRequired>
        <Input {...text('first_name')} autoComplete="given-name" maxLength={100} />
      </Field>
      <Field label="Last name" error={errors.last_name} isRequired>
        <Input {...text('last_name')} autoComplete="family-name" maxLength={100} />
      </Field>
    </>
  )
}
