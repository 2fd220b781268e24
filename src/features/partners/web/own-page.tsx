import { createFileRoute } from '@tanstack/react-router'
import { contentEdit } from '#ui/app/content/content-form.tsx'
import { externalPageForm } from './content/external-page-form.tsx'

/** An external page of a partner (ROU-088, ROL-061). */
export const Route = createFileRoute('/_app/_signed-in/partner/external-pages/$id')(contentEdit(externalPageForm))
