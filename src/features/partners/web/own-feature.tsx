import { createFileRoute } from '@tanstack/react-router'
import { contentEdit } from '#ui/app/content/content-form.tsx'
import { partnerFeatureForm } from './content/feature-form.tsx'

/** A feature of a partner (ROL-061). */
export const Route = createFileRoute('/_app/_signed-in/partner/features/$id')(contentEdit(partnerFeatureForm))
