import { createFileRoute } from '@tanstack/react-router'
import { guarded } from '#ui/page/guard.ts'

export const Route = createFileRoute('/_site/_blog')({
  beforeLoad: guarded('portal-blocked', 'portal-invalid', 'blog'),
})
