import { createFileRoute } from '@tanstack/react-router'
import { contentList } from '#ui/app/content/content-list.tsx'
import { products } from './content/products.tsx'

/** Things that can be sent (ROU-091, ROL-042). */
export const Route = createFileRoute('/_app/_signed-in/portals/shippable-products/')(contentList(products))
