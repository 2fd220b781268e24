import { createFileRoute } from '@tanstack/react-router'
import { guarded } from '#ui/page/guard.ts'

export const Route = createFileRoute('/_site/_catalog')({
  beforeLoad: guarded('portal-blocked', 'portal-invalid', 'in-house', 'catalog'),
})
