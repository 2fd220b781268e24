import { createFileRoute } from '@tanstack/react-router'
import { guarded } from '#ui/guard.ts'

export const Route = createFileRoute('/_app/_learner')({
  beforeLoad: guarded('learner'),
})
