import { createFileRoute } from '@tanstack/react-router'
import { termListRoute } from './term-routes.tsx'

/** The regulating agencies (ROU-034). */
export const Route = createFileRoute('/_site/_catalog/regulating-agency/')(termListRoute('agency'))
