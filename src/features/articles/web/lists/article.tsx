import { createFileRoute } from '@tanstack/react-router'
import { contentEdit } from '#ui/app/content/content-form.tsx'
import { articleForm } from './articles.tsx'

/** An article of the blog (ROU-074, ROL-044). */
export const Route = createFileRoute('/_app/_signed-in/admin/articles/$id')(contentEdit(articleForm))
