import { createFileRoute } from '@tanstack/react-router'
import { contentEdit } from '#ui/app/content/content-form.tsx'
import { productForm } from './content/product-form.tsx'

/** A thing that can be sent (ROU-091, ROL-042). */
export const Route = createFileRoute('/_app/_signed-in/portals/shippable-products/$id')(contentEdit(productForm))
