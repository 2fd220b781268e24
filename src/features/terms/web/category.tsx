import { createFileRoute } from '@tanstack/react-router'
import { termRoute } from './term-routes.tsx'

/** The courses of a category or, when no category has the slug, of a training option (ROU-035). */
export const Route = createFileRoute('/_site/_catalog/training-courses/$slug')(termRoute('category', 'training_option'))
