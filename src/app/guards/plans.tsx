import { createFileRoute } from '@tanstack/react-router'
import { guarded } from '#ui/page/guard.ts'

/** Plans can be bought on every portal that is not in-house (ROU-044). */
export const Route = createFileRoute('/_site/_plans')({
  beforeLoad: guarded('portal-blocked', 'portal-invalid', 'in-house'),
})
