import { createFileRoute } from '@tanstack/react-router'
import { termListRoute } from './term-routes.tsx'

/** The states, each with its own page (ROU-033, CAT-041). */
export const Route = createFileRoute('/_site/_catalog/united-states/')(termListRoute('state'))
