import { createFileRoute } from '@tanstack/react-router'
import { termRoute } from './term-routes.tsx'

/** The courses in one language (ROU-038). */
export const Route = createFileRoute('/_site/_catalog/courses-languages/$code')(termRoute('language'))
