import { createFileRoute } from '@tanstack/react-router'
import { guarded, needs } from '#ui/page/guard.ts'

const signedIn = guarded('auth', 'portal-blocked', 'portal-invalid', 'user-invalid')
const editing = needs('courses.update')

/** Pages with which authors look at what they make: they fill the window. */
export const Route = createFileRoute('/_previewing')({
  beforeLoad: async (opening) => {
    await signedIn(opening)
    editing(opening)
  },
})
