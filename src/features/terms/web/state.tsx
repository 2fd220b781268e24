import { createFileRoute } from '@tanstack/react-router'
import { termRoute } from './term-routes.tsx'

/** One state: its texts, agencies and courses (ROU-033, CAT-041). */
export const Route = createFileRoute('/_site/_catalog/united-states/$slug')(termRoute('state'))
