import { createFileRoute } from '@tanstack/react-router'
import { isPreviewPath } from '#features/progress/rules/preview.ts'
import { guarded, needs } from '#ui/page/guard.ts'

const SIGNED_IN = ['auth', 'portal-blocked', 'portal-invalid', 'user-invalid'] as const
const learning = guarded(...SIGNED_IN, 'learner')
const signedIn = guarded(...SIGNED_IN)
const editing = needs('courses.update')

export const Route = createFileRoute('/_learn/_learning')({
  // A course is shown to its author as to a learner (BLD-043).
  beforeLoad: async (opening) => {
    if (!isPreviewPath(opening.location.pathname)) return learning(opening)
    await signedIn(opening)
    editing(opening)
  },
})
