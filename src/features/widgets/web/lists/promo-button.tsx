import { createFileRoute } from '@tanstack/react-router'
import { contentEdit } from '#ui/app/content/content-form.tsx'
import { promoButtonForm } from './promo-buttons.tsx'

/** A promo button (ROU-011, ROU-091, ROL-041). */
export const Route = createFileRoute('/_app/_signed-in/portals/promo-buttons/$id')(contentEdit(promoButtonForm))
