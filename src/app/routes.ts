import { layout, rootRoute, route } from '@tanstack/virtual-file-routes'
import { behind, feature } from '../ui/route-kit.ts'

const activityLogs = feature('activity-logs')
const assignments = feature('assignments')
const certificates = feature('certificates')
const bundles = feature('bundles')
const catalogue = feature('catalogue')
const checkout = feature('checkout')
const cloudScorm = feature('cloud-scorm')
const courses = feature('courses')
const courseQuestions = feature('course-questions')
const exams = feature('exams')
const managers = feature('managers')
const orders = feature('orders')
const portals = feature('portals')
const progress = feature('progress')
const reviews = feature('reviews')
const scorm = feature('scorm')
const sessions = feature('sessions')
const subscriptions = feature('subscriptions')

/** Every page of the product with the guards in front of it (ROU-014 and following). */
export const routes = rootRoute('app/root.tsx', [
  layout('site', 'app/layouts/site.tsx', [
    behind('open', [
      portals.route('/coming-soon', 'coming-soon.tsx'),
      orders.route('/orders/success/$kind', 'success.tsx'),
      certificates.route('/certificates/verify', 'verify.tsx'),
      certificates.route('/certificates/$number', 'certificate.tsx'),
      sessions.route('/reset-password', 'reset-password.tsx'),
      sessions.route('/verify-email', 'verify-email.tsx'),
    ]),
    behind('home', [route('/', 'app/pages/home.tsx')]),
    route('/error', 'app/pages/error.tsx'),
    route('/not-found', 'app/pages/not-found.tsx'),
    behind('unknown', [route('/$', 'app/pages/unknown.tsx')]),
    behind('storefront', [
      catalogue.route('/course/', 'course-list.tsx'),
      catalogue.route('/course/$slug', 'course.tsx'),
      bundles.route('/bundles/', 'bundle-list.tsx'),
      bundles.route('/bundles/$slug', 'bundle.tsx'),
      checkout.route('/cart', 'cart.tsx'),
      checkout.route('/checkout/course', 'checkout-course.tsx'),
      checkout.route('/checkout/bundle', 'checkout-bundle.tsx'),
    ]),
    behind('plans', [subscriptions.route('/checkout/subscription', 'checkout-subscription.tsx')]),
    behind('catalogue', [catalogue.route('/course-catalog', 'course-catalog.tsx')]),
    behind('guest', [sessions.route('/login', 'login.tsx'), sessions.route('/forgot-password', 'forgot-password.tsx')]),
  ]),
  layout('learn', 'app/layouts/learn.tsx', [
    progress.route('/courses/', 'courses.tsx'),
    behind('learning', [
      progress.route('/courses/learner/$slug/', 'course.tsx'),
      progress.route('/courses/learner/$slug/$relatedId', 'frame.tsx', [
        progress.route('/overview', 'overview.tsx'),
        progress.route('/certificates', 'certificates.tsx'),
        reviews.route('/feedback', 'feedback.tsx'),
        courseQuestions.route('/questions/', 'learner-questions.tsx'),
        courseQuestions.route('/questions/$questionId', 'learner-question.tsx'),
        progress.route('/outline/', 'outline.tsx'),
        progress.route('/outline/modules/$moduleId/', 'module.tsx'),
        progress.route('/outline/modules/$moduleId/$itemType/$itemId', 'module-item.tsx'),
        exams.route('/outline/exams/$examId', 'exam.tsx'),
        assignments.route('/outline/assignments/$assignmentId', 'assignment.tsx'),
        scorm.route('/outline/ScormModule/$id', 'scorm-module.tsx'),
        cloudScorm.route('/outline/CloudScormModule/$id', 'cloud-module.tsx'),
      ]),
    ]),
  ]),
  layout('app', 'app/layouts/app.tsx', [
    behind('signed-in', [
      progress.route('/profile/certificates', 'own-certificates.tsx'),
      route('/dashboard', 'app/pages/dashboard.tsx'),
      orders.route('/orders/', 'orders.tsx'),
      orders.route('/orders/$orderId', 'order.tsx'),
      orders.route('/payments', 'payments.tsx'),
      orders.route('/earnings', 'earnings.tsx'),
      subscriptions.route('/admin/my-subscription', 'my-subscription.tsx'),
      subscriptions.route('/admin/subscriptions/', 'subscriptions.tsx'),
      subscriptions.route('/admin/subscriptions/attach', 'attach.tsx'),
      subscriptions.route('/admin/subscriptions/$id', 'subscription.tsx'),
      route('/users/', 'app/pages/users.tsx'),
      route('/profile/settings', 'app/pages/profile-settings.tsx'),
      certificates.route('/profile/seals', 'own-seals.tsx'),
      activityLogs.route('/profile/activity-logs', 'own-activity.tsx'),
      orders.route('/profile/invoices', 'invoices.tsx'),
      sessions.route('/profile/change-password', 'change-password.tsx'),
      courses.route('/courses/admin', 'admin.tsx'),
      assignments.route('/courses/builder/$slug/assignments', 'responses.tsx'),
      assignments.route('/courses/builder/$slug/assignment-progress/$userId/$relatedId/$assignmentId', 'grading.tsx'),
      reviews.route('/courses/builder/$slug/overview/reviews', 'course-reviews.tsx'),
      courseQuestions.route('/courses/builder/$slug/questions/', 'builder-questions.tsx'),
      courseQuestions.route('/courses/builder/$slug/questions/$questionId', 'builder-question.tsx'),
      reviews.route('/portals/reviews', 'portal-reviews.tsx'),
      managers.route('/courses/managers/', 'courses.tsx'),
      managers.route('/courses/managers/$slug', 'course.tsx', [
        managers.route('/', 'course-index.tsx'),
        managers.route('/overview', 'overview.tsx'),
        managers.route('/outline', 'outline.tsx'),
        managers.route('/take-credits', 'take-credits.tsx'),
        managers.route('/certificates', 'certificates.tsx'),
      ]),
    ]),
  ]),
  behind('development', [route('/dev/gallery', 'app/pages/gallery.tsx')]),
])
