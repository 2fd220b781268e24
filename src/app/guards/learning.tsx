import { createFileRoute } from '@tanstack/react-router'
import { guarded } from '#ui/page/guard.ts'

export const Route = createFileRoute('/_learn/_learning')({
  beforeLoad: guarded('auth', 'portal-blocked', 'portal-invalid', 'user-invalid', 'learner'),
})
