import { createFileRoute } from '@tanstack/react-router'
import { contentCreate } from '#ui/app/content/content-form.tsx'
import { productForm } from './content/product-form.tsx'

/** A thing to send that is not there yet (ROU-091, ROL-042). */
export const Route = createFileRoute('/_app/_signed-in/portals/shippable-products/create')(contentCreate(productForm))
