import type { AnyEndpoint } from '#kernel/endpoint.ts'
import { FormDialog, Wide } from '#ui/app/form/detail-form.tsx'
import { TextField } from '#ui/app/form/fields.tsx'
import { useApi } from '#ui/calls/api.tsx'

type TestMessageDialogProps = {
  endpoint: AnyEndpoint
  scope: { query?: undefined }
  onClose: () => void
  onTested: (result: { is_accepted: boolean; message: string }) => void
}

/** Asks for the number that gets a test message, and sends it (TXT-002). */
export function TestMessageDialog({ endpoint, scope, onClose, onTested }: TestMessageDialogProps) {
  const api = useApi()
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title="Send a test message"
      text="Use your own mobile number. The message counts and costs as any other."
      saveLabel="Send message"
      savedText={false}
      defaults={{ number: '' }}
      save={async (_, { number }) => {
        const { data } = await api.call(endpoint, { ...scope, body: { number } } as never)
        onTested(data as { is_accepted: boolean; message: string })
      }}
      onSaved={onClose}
    >
      <Wide>
        <TextField
          name="number"
          type="tel"
          label="Mobile number"
          placeholder="(212) 555-0147"
          maxLength={40}
          required
        />
      </Wide>
    </FormDialog>
  )
}
