import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { mobileWords } from '#kernel/access/mobile-number.ts'
import { DetailForm, FormSection, Wide } from '#ui/app/form/detail-form.tsx'
import { CheckboxField, PasswordField, TextField } from '#ui/app/form/fields.tsx'
import { useApi, useCall, useSession } from '#ui/calls/api.tsx'
import { confirm } from '#ui/public/dialogs/confirm.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { confirmMobile, removeOwnMobile, sendMobileCode } from '../../contract.ts'
import { CODE_MINUTES } from '../../rules/words.ts'
import { textQueries } from '../queries.ts'
import styles from '../text-messages.module.css'

/** The own mobile number: entered with a code that is texted to it, shown, and removed (TXT-010). */
export function OwnMobile() {
  const api = useApi()
  const client = useQueryClient()
  const { portal } = useSession()
  const query = textQueries(api).own()
  const state = useQuery(query).data?.data
  const refresh = () => void client.invalidateQueries({ queryKey: query.queryKey })
  const [isAgain, setAgain] = useState(false)
  const remove = useCall(removeOwnMobile, {
    onSuccess: () => {
      toast.success('Your mobile number is removed.')
      refresh()
    },
    onError: (error) => void toast.error(error),
  })
  if (!state?.has_texts) return null
  const askRemove = async () => {
    const isSure = await confirm({
      title: 'Remove your mobile number?',
      text: 'You get no more text messages, and sign in with your PIN or password.',
      yes: 'Remove number',
      isDanger: true,
    })
    if (isSure) remove.mutate({})
  }
  const isWaiting = state.waiting !== null && !isAgain
  const text = `${portal.name} texts you a link when you ask for one on the sign-in page.`
  return isWaiting ? (
    <DetailForm
      key="code"
      defaults={{ code: '' }}
      saveLabel="Confirm number"
      savedText="Your mobile number is confirmed."
      sendsUnchanged
      save={(_, body) => api.call(confirmMobile, { body })}
      onSaved={refresh}
    >
      <FormSection title="Mobile number" text={text}>
        <Wide>
          <p>
            We sent a code to {mobileWords(state.waiting?.number ?? '')}. It works for {CODE_MINUTES} minutes.
          </p>
        </Wide>
        <TextField name="code" label="Code" inputMode="numeric" autoComplete="one-time-code" maxLength={20} required />
        <Wide>
          <Button variant="ghost" onClick={() => setAgain(true)}>
            Use another number or send a new code
          </Button>
        </Wide>
      </FormSection>
    </DetailForm>
  ) : (
    <DetailForm
      key="number"
      defaults={{ number: '', secret: '', has_consented: false }}
      saveLabel="Text me a code"
      savedText="The code is on its way."
      sendsUnchanged
      save={(_, body) => api.call(sendMobileCode, { body })}
      onSaved={() => {
        setAgain(false)
        refresh()
      }}
    >
      <FormSection title="Mobile number" text={text}>
        {state.number && (
          <Wide>
            <p className={styles.inline}>
              <span>
                Now: {mobileWords(state.number)}
                {state.has_opted_out && ' (you replied STOP; reply START to get texts again)'}
                {!state.has_opted_out && !state.proved_at && ' (not confirmed yet)'}
              </span>
              <Button variant="ghost" size="sm" isLoading={remove.isPending} onClick={() => void askRemove()}>
                Remove
              </Button>
            </p>
          </Wide>
        )}
        <TextField
          name="number"
          type="tel"
          label={state.number ? 'New mobile number' : 'Mobile number'}
          placeholder="(212) 555-0147"
          autoComplete="tel"
          maxLength={40}
          required
        />
        <PasswordField
          name="secret"
          label="PIN or password"
          description="The one of your badge, so that nobody else changes your number."
          autoComplete="current-password"
          maxLength={200}
          required
        />
        <Wide>
          <CheckboxField
            name="has_consented"
            label={`I agree to receive text messages from ${portal.name}`}
            description="At most 5 a day. Message and data rates may apply. Reply STOP at any time."
          />
        </Wide>
      </FormSection>
    </DetailForm>
  )
}
