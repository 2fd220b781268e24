import { createFileRoute } from '@tanstack/react-router'
import { contentEdit } from '#ui/app/content/content-form.tsx'
import { bundleForm } from './bundle-form.tsx'

/** A bundle of the portal (ROU-091, ROL-042). */
export const Route = createFileRoute('/_app/_signed-in/portals/bundles/$id')(contentEdit(bundleForm))
