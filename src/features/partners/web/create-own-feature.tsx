import { createFileRoute } from '@tanstack/react-router'
import { contentCreate } from '#ui/app/content/content-form.tsx'
import { partnerFeatureForm } from './content/feature-form.tsx'

/** A feature of a partner that is not there yet (ROL-061). */
export const Route = createFileRoute('/_app/_signed-in/partner/features/create')(contentCreate(partnerFeatureForm))
