import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { besideField } from '#features/credits/web/public.ts'
import { FormDialog, Wide } from '#ui/app/form/detail-form.tsx'
import { TagsField } from '#ui/app/form/fields.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { useOnce } from '#ui/hooks/use-idempotency-key.ts'
import { invite, MOST_EMAILS } from '../../contract.ts'
import { refreshInvitations } from '../refresh.ts'
import { type InviteDialogProps, type Way, WayField } from './invite-way.tsx'
import { SheetDialog } from './sheet-dialog.tsx'
import { tellInvited } from './tell-invited.ts'

const EMPTY = { emails: [] as string[] }
const REFUSALS = ['own_credits_not_enough', 'portal_credits_not_enough', 'max_emails', 'emails']

/** Invites people to a course by typed e-mails or by a sheet (MGR-003, MGR-004, MGR-016). */
export function InviteDialog({ onInvited, ...props }: InviteDialogProps) {
  const queryClient = useQueryClient()
  const [way, setWay] = useState<Way>('emails')
  const tell = () => {
    void refreshInvitations(queryClient)
    onInvited?.()
  }
  return way === 'sheet' ? (
    <SheetDialog {...props} onInvited={tell} way={<WayField value={way} onChange={setWay} />} />
  ) : (
    <EmailsDialog {...props} onInvited={tell} onWay={setWay} />
  )
}

type EmailsDialogProps = InviteDialogProps & { onInvited: () => void; onWay: (way: Way) => void }

function EmailsDialog({ course, credits, onClose, onInvited, onWay }: EmailsDialogProps) {
  const api = useApi()
  const once = useOnce()
  const left = credits === null ? '' : ` You have ${credits} left.`
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title="Invite people"
      text={`To ${course.title}. Each invitation reserves one credit, and you get it back if it is declined, canceled or not answered within 7 days.${left}`}
      saveLabel="Send invitations"
      savedText={false}
      defaults={EMPTY}
      sendsUnchanged
      save={async (_, { emails }) => {
        const body = { emails }
        try {
          const { data } = await once(body, (options) =>
            api.call(invite, { params: { slug: course.slug }, body }, options),
          )
          tellInvited(data)
        } catch (error) {
          throw besideField(error, 'emails', REFUSALS)
        }
      }}
      onSaved={onInvited}
    >
      <Wide>
        <WayField value="emails" onChange={onWay} />
      </Wide>
      <Wide>
        <TagsField
          name="emails"
          label="E-mails"
          description={`Up to ${MOST_EMAILS}. Press Enter after each address, or paste a list.`}
          placeholder="name@company.com"
          inputMode="email"
          splitChars={[',', ';', ' ', '\n', '\t']}
          required
        />
      </Wide>
    </FormDialog>
  )
}
