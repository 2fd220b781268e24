import { createFileRoute } from '@tanstack/react-router'
import { contentCreate } from '#ui/app/content/content-form.tsx'
import { articleForm } from './articles.tsx'

/** An article that is not there yet (ROU-074, ROL-044). */
export const Route = createFileRoute('/_app/_signed-in/admin/articles/create')(contentCreate(articleForm))
