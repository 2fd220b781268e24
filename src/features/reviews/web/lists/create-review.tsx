import { createFileRoute } from '@tanstack/react-router'
import { contentCreate } from '#ui/app/content/content-form.tsx'
import { reviewForm } from './reviews.tsx'

/** A review that is entered for a learner (ROU-091, ROL-043). */
export const Route = createFileRoute('/_app/_signed-in/portals/reviews/create')(contentCreate(reviewForm))
