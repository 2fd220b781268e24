import { layout, rootRoute, route } from '@tanstack/virtual-file-routes'
import { behind, feature } from '../ui/route-kit.ts'

const portals = feature('portals')
const sessions = feature('sessions')

/** Every page of the product with the guards in front of it (ROU-014 and following). */
export const routes = rootRoute('app/root.tsx', [
  layout('site', 'app/layouts/site.tsx', [
    behind('open', [
      portals.route('/coming-soon', 'coming-soon.tsx'),
      sessions.route('/reset-password', 'reset-password.tsx'),
      sessions.route('/verify-email', 'verify-email.tsx'),
    ]),
    behind('guest', [sessions.route('/login', 'login.tsx'), sessions.route('/forgot-password', 'forgot-password.tsx')]),
  ]),
  layout('app', 'app/layouts/app.tsx', [behind('signed-in', [route('/dashboard', 'app/pages/dashboard.tsx')])]),
])
