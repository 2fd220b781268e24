import { rootRoute } from '@tanstack/virtual-file-routes'
import { behind } from '#ui/route-kit.ts'

/** Every page of the product with the guards in front of it (ROU-014 and following). */
export const routes = rootRoute('app/root.tsx', [
  behind('open', []),
])
