import type { ReactNode } from 'react'
import { FormDialog, Wide } from '#ui/app/form/detail-form.tsx'
import { CheckboxField } from '#ui/app/form/fields.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { runImport } from '../../contract.ts'
import type { Import } from '../queries.ts'

type RunDialogProps = {
  one: Import
  title: string
  text: ReactNode
  saveLabel: string
  onClose: () => void
  onStarted: (answer: unknown) => void
}

/** The last question before an import that enters mobile numbers: whether these people agreed to get texts (TXT-021). */
export function RunDialog({ one, title, text, saveLabel, onClose, onStarted }: RunDialogProps) {
  const api = useApi()
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={title}
      text={text}
      saveLabel={saveLabel}
      savedText={false}
      sendsUnchanged
      defaults={{ has_consented: false }}
      save={(_, body) => api.call(runImport, { params: { id: one.id }, body })}
      onSaved={onStarted}
    >
      <Wide>
        <CheckboxField
          name="has_consented"
          label="Everyone with a mobile number agreed to receive text messages from us"
          description="Your name and the time are recorded with each number."
        />
      </Wide>
    </FormDialog>
  )
}
