import { layout, rootRoute, route } from '@tanstack/virtual-file-routes'
import { behind, feature } from '../ui/route-kit.ts'

const exams = feature('exams')
const portals = feature('portals')
const progress = feature('progress')
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
  layout('learn', 'app/layouts/learn.tsx', [
    progress.route('/courses/', 'courses.tsx'),
    behind('learning', [
      progress.route('/courses/learner/$slug/', 'course.tsx'),
      progress.route('/courses/learner/$slug/$relatedId', 'frame.tsx', [
        progress.route('/overview', 'overview.tsx'),
        progress.route('/outline/', 'outline.tsx'),
        progress.route('/outline/modules/$moduleId/', 'module.tsx'),
        progress.route('/outline/modules/$moduleId/$itemType/$itemId', 'module-item.tsx'),
        exams.route('/outline/exams/$examId', 'exam.tsx'),
      ]),
    ]),
  ]),
  layout('app', 'app/layouts/app.tsx', [behind('signed-in', [route('/dashboard', 'app/pages/dashboard.tsx')])]),
])
