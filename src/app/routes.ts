import { rootRoute } from '@tanstack/virtual-file-routes'
import { behind, feature } from '../ui/route-kit.ts'

const portals = feature('portals')

/** Every page of the product with the guards in front of it (ROU-014 and following). */
export const routes = rootRoute('app/root.tsx', [behind('open', [portals.route('/coming-soon', 'coming-soon.tsx')])])
