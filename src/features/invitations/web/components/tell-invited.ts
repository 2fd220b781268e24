import type { Wire } from '#kernel/endpoint.ts'
import { toastText } from '#kernel/product/texts.ts'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import type { invite } from '../../contract.ts'

/** Says that the invitations were sent (ERR-019), and of each person who was not invited why. */
export const tellInvited = ({ course, refused }: Pick<Wire<typeof invite>['data'], 'course' | 'refused'>): void => {
  toast.success(toastText('invites_sent', { title: course.title }))
  for (const { email, message } of refused) toast.warning(`${email}: ${message}`)
}
