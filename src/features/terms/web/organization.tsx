import { createFileRoute } from '@tanstack/react-router'
import { termRoute } from './term-routes.tsx'

/** The courses that one organization accepts (ROU-032). */
export const Route = createFileRoute('/_site/_catalog/ce/$slug')(termRoute('organization'))
