import { createFileRoute } from '@tanstack/react-router'
import { contentCreate } from '#ui/app/content/content-form.tsx'
import { bundleForm } from './bundle-form.tsx'

/** A bundle that is not there yet (ROU-091, ROL-042). */
export const Route = createFileRoute('/_app/_signed-in/portals/bundles/create')(contentCreate(bundleForm))
