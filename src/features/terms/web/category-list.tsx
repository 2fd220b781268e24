import { createFileRoute } from '@tanstack/react-router'
import { termListRoute } from './term-routes.tsx'

/** The categories (ROU-035). */
export const Route = createFileRoute('/_site/_catalog/training-courses/')(termListRoute('category'))
