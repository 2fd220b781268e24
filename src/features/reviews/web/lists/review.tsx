import { createFileRoute } from '@tanstack/react-router'
import { contentEdit } from '#ui/app/content/content-form.tsx'
import { reviewForm } from './reviews.tsx'

/** A review to look after (ROU-091, ROL-043). */
export const Route = createFileRoute('/_app/_signed-in/portals/reviews/$id')(contentEdit(reviewForm))
