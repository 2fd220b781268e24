import { createFileRoute } from '@tanstack/react-router'
import { guarded } from '#ui/page/guard.ts'

export const Route = createFileRoute('/_site/_unknown')({
  beforeLoad: guarded('portal-blocked', 'portal-invalid'),
})
