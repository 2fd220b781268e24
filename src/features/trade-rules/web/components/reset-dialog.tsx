import { useQueryClient } from '@tanstack/react-query'
import { FormDialog, Wide } from '#ui/app/form/detail-form.tsx'
import { TextAreaField } from '#ui/app/form/fields.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { resetIdentityAnswers } from '../../contract-identity.ts'
import { enrollmentRules } from '../queries.ts'

/** Resets the answers of a learner to identity questions, with a reason (TRD-067). */
export function ResetDialog({ relatedId, onClose }: { relatedId: number; onClose: () => void }) {
  const api = useApi()
  const client = useQueryClient()
  return (
    <FormDialog<{ reason: string }>
      isOpen
      onClose={onClose}
      title="Reset identity answers"
      text="The learner sets up new answers the next time they open a course that asks identity questions. The present answers are deleted. A locked course stays locked."
      saveLabel="Reset answers"
      savedText="The answers are reset."
      sendsUnchanged
      defaults={{ reason: '' }}
      save={async (_, body) => {
        await api.call(resetIdentityAnswers, { params: { id: relatedId }, body })
        await client.invalidateQueries({ queryKey: enrollmentRules(api, relatedId).queryKey })
      }}
    >
      <Wide>
        <TextAreaField
          name="reason"
          label="Reason"
          description="How you know who is asking for it. It stays in the activity log."
          maxLength={500}
          autosize
          minRows={2}
        />
      </Wide>
    </FormDialog>
  )
}
