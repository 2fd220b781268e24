import { createFileRoute } from '@tanstack/react-router'
import { contentCreate } from '#ui/app/content/content-form.tsx'
import { promoButtonForm } from './promo-buttons.tsx'

/** A promo button that is not there yet (ROU-011, ROU-091, ROL-041). */
export const Route = createFileRoute('/_app/_signed-in/portals/promo-buttons/create')(contentCreate(promoButtonForm))
