import { createFileRoute } from '@tanstack/react-router'
import { guarded } from '#ui/page/guard.ts'

export const Route = createFileRoute('/_development')({
  beforeLoad: guarded('not-production'),
})
