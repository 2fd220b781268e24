import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { Button } from '#ui/public/parts/button.tsx'
import { Field, Input } from '#ui/public/parts/field.tsx'
import { readCertificateNumber } from '../../rules/number.ts'
import styles from '../verify.module.css'

const WRONG = 'This is not a certificate number. It has 16 letters and digits, in four groups.'

/** The number a person copies from a certificate; spaces, hyphens and capitals do not matter, a slip is found at once. */
export function NumberForm({ typed }: { typed?: string | undefined }) {
  const navigate = useNavigate()
  const [error, setError] = useState(typed !== undefined && !readCertificateNumber(typed) ? WRONG : null)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const number = readCertificateNumber(String(new FormData(form).get('number')))
    setError(number ? null : WRONG)
    if (number) void navigate({ to: '/certificates/$number', params: { number } })
    else form.querySelector('input')?.focus()
  }
  return (
    <form className={styles.form} action="/certificates/verify" onSubmit={submit} noValidate>
      <Field
        label="Certificate number"
        hint="You find it on the certificate, next to the date of issue."
        error={error}
        isRequired
      >
        <Input
          name="number"
          defaultValue={typed}
          placeholder="K7M4-9XAT-2HRN-3CEF"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          className={styles.number}
        />
      </Field>
      <Button type="submit" size="lg" isBlock>
        Verify
      </Button>
    </form>
  )
}
