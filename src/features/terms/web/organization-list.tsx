import { createFileRoute } from '@tanstack/react-router'
import { termListRoute } from './term-routes.tsx'

/** The accrediting organizations (ROU-032). */
export const Route = createFileRoute('/_site/_catalog/ce/')(termListRoute('organization'))
