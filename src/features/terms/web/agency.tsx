import { createFileRoute } from '@tanstack/react-router'
import { termRoute } from './term-routes.tsx'

/** One agency with its courses (ROU-034). */
export const Route = createFileRoute('/_site/_catalog/regulating-agency/$slug')(termRoute('agency'))
