import { createFileRoute } from '@tanstack/react-router'
import { openForPartner } from '#features/partners/web/public.ts'
import { guarded } from '#ui/page/guard.ts'

const signedIn = guarded('auth', 'portal-blocked', 'portal-invalid', 'user-invalid')

export const Route = createFileRoute('/_app/_signed-in')({
  beforeLoad: async (opening) => {
    await signedIn(opening)
    await openForPartner(opening)
  },
})
