import type { Wire } from '#kernel/endpoint.ts'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import type { createEnrollments } from '../contract.ts'

/** Says how many people were enrolled, and of each of the others why not. */
export const tellEnrolled = ({ enrolled, refused }: Wire<typeof createEnrollments>['data']): void => {
  const count = enrolled.length
  if (count > 0) toast.success(count === 1 ? 'One person is enrolled.' : `${count} people are enrolled.`)
  for (const { email, message } of refused) toast.warning(email ? `${email}: ${message}` : message)
}
