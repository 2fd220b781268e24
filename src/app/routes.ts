import { layout, rootRoute, route } from '@tanstack/virtual-file-routes'
import { behind, feature } from '../ui/page/route-kit.ts'
import { builderRoutes } from './layouts/builder-routes.ts'

const activityLogs = feature('activity-logs')
const announcements = feature('announcements')
const assignments = feature('assignments')
const articles = feature('articles')
const certificates = feature('certificates')
const badges = feature('badges')
const bulkChanges = feature('bulk-changes')
const bundles = feature('bundles')
const catalog = feature('catalog')
const checkout = feature('checkout')
const cloudScorm = feature('cloud-scorm')
const compliance = feature('compliance')
const documents = feature('documents')
const evidence = feature('evidence')
const recertification = feature('recertification')
const crew = feature('crew')
const proctoring = feature('proctoring')
const tradeRules = feature('trade-rules')
const content = feature('content')
const courses = feature('courses')
const courseQuestions = feature('course-questions')
const exams = feature('exams')
const credits = feature('credits')
const faq = feature('faq')
const invoices = feature('invoices')
const landing = feature('landing')
const legal = feature('legal')
const invitations = feature('invitations')
const managers = feature('managers')
const mediaLibrary = feature('media-library')
const orders = feature('orders')
const pages = feature('pages')
const partners = feature('partners')
const permissions = feature('permissions')
const payments = feature('payments')
const portals = feature('portals')
const previews = feature('previews')
const progress = feature('progress')
const questionFiles = feature('question-files')
const questionPools = feature('question-pools')
const redirects = feature('redirects')
const releases = feature('releases')
const reports = feature('reports')
const reviews = feature('reviews')
const schedules = feature('schedules')
const scorm = feature('scorm')
const sessions = feature('sessions')
const shipping = feature('shipping')
const signOn = feature('single-sign-on')
const statistics = feature('statistics')
const subscriptions = feature('subscriptions')
const terms = feature('terms')
const twoFactor = feature('two-factor')
const twoWayApi = feature('two-way-api')
const health = feature('health')
const history = feature('history')
const callbacks = feature('callbacks')
const peopleImport = feature('people-import')
const users = feature('users')
const sharedCourses = feature('shared-courses')
const widgets = feature('widgets')

/** Every page of the product with the guards in front of it (ROU-014 and following). */
export const routes = rootRoute('app/root.tsx', [
  layout('site', 'app/layouts/site.tsx', [
    behind('open', [
      portals.route('/coming-soon', 'coming-soon.tsx'),
      orders.route('/orders/success/$kind', 'success.tsx'),
      certificates.route('/certificates/verify', 'verify.tsx'),
      certificates.route('/certificates/$number', 'certificate.tsx'),
      sessions.route('/reset-password', 'reset-password.tsx'),
      invitations.route('/invitation', 'invitation.tsx'),
      sessions.route('/verify-email', 'verify-email.tsx'),
      signOn.route('/sign-on/callback', 'callback.tsx'),
      signOn.route('/sign-on/way-back', 'way-back.tsx'),
      signOn.route('/sign-on/sign-out', 'sign-out.tsx'),
      faq.route('/faq/', 'faq-list.tsx'),
      faq.route('/faq/$slug', 'faq-item.tsx'),
      legal.route('/terms', 'terms.tsx'),
      legal.route('/privacy-statement', 'privacy-statement.tsx'),
      legal.route('/ada-accessibility', 'ada-accessibility.tsx'),
      legal.route('/equal-employment-opportunity-and-anti-discrimination-policy', 'equal-employment.tsx'),
      twoFactor.route('/two-factor', 'set-up.tsx'),
      pages.route('/$slug', 'page.tsx'),
    ]),
    behind('home', [route('/', 'app/pages/home.tsx')]),
    route('/error', 'app/pages/error.tsx'),
    route('/not-found', 'app/pages/not-found.tsx'),
    behind('unknown', [route('/$', 'app/pages/unknown.tsx')]),
    behind('storefront', [
      route('/course/', 'app/pages/course-list.tsx'),
      schedules.route('/course/schedule', 'schedule.tsx'),
      catalog.route('/course/$slug', 'course.tsx'),
      bundles.route('/bundles/', 'bundle-list.tsx'),
      bundles.route('/bundles/$slug', 'bundle.tsx'),
      checkout.route('/cart', 'cart.tsx'),
      checkout.route('/checkout/course', 'checkout-course.tsx'),
      checkout.route('/checkout/bundle', 'checkout-bundle.tsx'),
    ]),
    behind('plans', [subscriptions.route('/checkout/subscription', 'checkout-subscription.tsx')]),
    behind('catalog', [
      catalog.route('/course-catalog', 'course-catalog.tsx'),
      terms.route('/united-states/', 'state-list.tsx'),
      terms.route('/united-states/$slug', 'state.tsx'),
      terms.route('/regulating-agency/', 'agency-list.tsx'),
      terms.route('/regulating-agency/$slug', 'agency.tsx'),
      terms.route('/ce/', 'organization-list.tsx'),
      terms.route('/ce/$slug', 'organization.tsx'),
      terms.route('/training-courses/', 'category-list.tsx'),
      terms.route('/training-courses/$slug', 'category.tsx'),
      terms.route('/courses-languages/$code', 'language.tsx'),
      partners.route('/training-providers/', 'company-list.tsx'),
      partners.route('/training-providers/$slug', 'company.tsx'),
      partners.route('/provider/', 'provider-index.tsx'),
      partners.route('/provider/$slug', 'provider.tsx'),
    ]),
    behind('blog', [
      articles.route('/knowledge/', 'article-list.tsx'),
      articles.route('/knowledge/$slug', 'article.tsx'),
    ]),
    behind('core-only', [
      landing.route('/learning-management-system', 'learning-management-system.tsx'),
      landing.route('/special-plan', 'special-plan.tsx'),
      landing.route('/continuing-education-credits', 'continuing-education-credits.tsx'),
      legal.route('/drug-free-workplace', 'drug-free-workplace.tsx'),
    ]),
    behind('guest', [
      route('/login', 'app/pages/login.tsx'),
      twoFactor.route('/login/second-step', 'second-step.tsx'),
      badges.route('/badge', 'badge.tsx'),
      route('/badge/text', 'features/text-messages/web/request.tsx'),
      route('/t', 'features/text-messages/web/link.tsx'),
      sessions.route('/forgot-password', 'forgot-password.tsx'),
    ]),
  ]),
  layout('learn', 'app/layouts/learn.tsx', [
    progress.route('/courses/', 'courses.tsx'),
    behind('learning', [
      route('/on-this-device', 'features/offline/web/on-this-device.tsx'),
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
      route('/orders/$orderId', 'app/pages/order.tsx'),
      payments.route('/payments', 'payments.tsx'),
      payments.route('/earnings', 'earnings.tsx'),
      subscriptions.route('/admin/my-subscription', 'my-subscription.tsx'),
      subscriptions.route('/admin/subscriptions/', 'subscriptions.tsx'),
      subscriptions.route('/admin/subscriptions/attach', 'attach.tsx'),
      subscriptions.route('/admin/subscriptions/plans', 'plans.tsx'),
      subscriptions.route('/admin/subscriptions/$id', 'subscription.tsx'),
      health.route('/admin/health', 'health.tsx'),
      portals.route('/admin/portal/settings', 'settings.tsx'),
      portals.route('/admin/portal/theme', 'own-theme.tsx'),
      history.route('/admin/portal/history', 'settings-history.tsx'),
      portals.route('/portal-settings', 'own.tsx', [
        portals.route('/', 'own-index.tsx'),
        portals.route('/info', 'own-info.tsx'),
        portals.route('/company', 'own-company.tsx'),
        portals.route('/courses-management', 'own-courses-management.tsx'),
        portals.route('/courses-management/$slug', 'own-invitations.tsx'),
      ]),
      portals.route('/portals/', 'portals.tsx'),
      portals.route('/portals/$id', 'portal.tsx', [
        portals.route('/', 'portal-index.tsx'),
        portals.route('/company', 'portal-company.tsx'),
        portals.route('/courses-management', 'portal-courses-management.tsx'),
        portals.route('/theme', 'portal-theme.tsx'),
        portals.route('/settings', 'portal-settings.tsx'),
      ]),
      permissions.route('/permissions/', 'index.tsx'),
      permissions.route('/permissions/channel', 'channel.tsx'),
      permissions.route('/permissions/general', 'general.tsx'),
      permissions.route('/permissions/house', 'house.tsx'),
      history.route('/permissions/history', 'roles-history.tsx'),
      route('/users/', 'app/pages/users.tsx'),
      peopleImport.route('/users/import', 'import.tsx'),
      credits.route('/admin/portal/credits', 'portal-credits-page.tsx'),
      credits.route('/admin/history-distribution', 'history.tsx'),
      invitations.route('/users/managers/settings', 'own-settings.tsx'),
      invitations.route('/users/managers/invitations', 'own-list.tsx'),
      route('/users/managers/$slug/settings', 'app/pages/manager-settings.tsx'),
      route('/users/managers/$slug/$portalId/settings', 'app/pages/portal-manager-settings.tsx'),
      users.route('/users/$slug/', 'person-index.tsx'),
      users.route('/users/create', 'create.tsx'),
      users.route('/users/create-enrollment', 'create-enrollment.tsx'),
      users.route('/users/$slug/info', 'info.tsx'),
      users.route('/users/$slug/courses', 'courses.tsx'),
      users.route('/users/$slug/enrollments/', 'enrollments.tsx'),
      users.route('/users/$slug/enrollments/$relatedId', 'enrollment.tsx'),
      users.route('/users/$slug/tags', 'tags.tsx'),
      users.route('/users/$slug/settings', 'settings.tsx'),
      users.route('/users/$slug/change-password', 'change-password.tsx'),
      users.route('/users/$slug/$portalId/assign-roles', 'assign-roles.tsx'),
      route('/users/$slug/certificates', 'app/pages/user-certificates.tsx'),
      route('/users/$slug/seals', 'app/pages/user-seals.tsx'),
      invoices.route('/users/$slug/invoices', 'user-invoices.tsx'),
      history.route('/users/$slug/history', 'person-history.tsx'),
      route('/profile/settings', 'app/pages/profile-settings.tsx'),
      certificates.route('/profile/seals', 'own-seals.tsx'),
      documents.route('/profile/documents', 'own-documents.tsx'),
      activityLogs.route('/profile/activity-logs', 'own-activity.tsx'),
      activityLogs.route('/admin/activity-logs', 'activity-log.tsx'),
      callbacks.route('/admin/callbacks/', 'callbacks.tsx'),
      callbacks.route('/admin/callbacks/$id', 'callback.tsx'),
      twoWayApi.route('/admin/two-way-api', 'two-way-api.tsx'),
      compliance.route('/admin/compliance/', 'compliance.tsx'),
      documents.route('/admin/compliance/documents', 'review.tsx'),
      evidence.route('/admin/evidence', 'evidence.tsx'),
      bulkChanges.route('/admin/bulk-changes/', 'bulk-changes.tsx'),
      bulkChanges.route('/admin/bulk-changes/$id', 'bulk-change.tsx'),
      recertification.route('/admin/recertification', 'recertification.tsx'),
      crew.route('/crew-sessions/', 'crew-sessions.tsx'),
      crew.route('/crew-sessions/$id', 'crew-session.tsx'),
      proctoring.route('/proctoring', 'proctoring.tsx'),
      tradeRules.route('/admin/trade-rules', 'trade-rules.tsx'),
      reports.route('/reports/', 'report-list.tsx'),
      reports.route('/reports/$report', 'report.tsx'),
      invoices.route('/profile/invoices', 'invoices.tsx'),
      route('/profile/change-password', 'app/pages/change-password.tsx'),
      route('/profile/security', 'app/pages/profile-security.tsx'),
      courses.route('/courses/admin', 'admin.tsx'),
      ...builderRoutes,
      reviews.route('/portals/reviews/', 'portal-reviews.tsx'),
      reviews.route('/portals/reviews/create', 'lists/create-review.tsx'),
      reviews.route('/portals/reviews/$id', 'lists/review.tsx'),
      announcements.route('/portals/announcements', 'announcements.tsx'),
      mediaLibrary.route('/admin/media/', 'media.tsx'),
      mediaLibrary.route('/admin/media/alternative-texts', 'alternative-texts.tsx'),
      portals.route('/portals/navigation', 'navigation.tsx'),
      signOn.route('/portals/sign-on/', 'settings.tsx'),
      signOn.route('/portals/sign-on/$id', 'provider.tsx'),
      redirects.route('/portals/redirects', 'redirects.tsx'),
      redirects.route('/portals/former-addresses', 'former-addresses.tsx'),
      sharedCourses.route('/portals/shared-courses', 'shared-courses.tsx'),
      shipping.route('/shipments/', 'shipments.tsx'),
      shipping.route('/shipments/create', 'create-shipment.tsx'),
      shipping.route('/shipments/$id', 'shipment.tsx'),
      bundles.route('/portals/bundles/', 'lists/bundle-list.tsx'),
      bundles.route('/portals/bundles/create', 'lists/create-bundle.tsx'),
      bundles.route('/portals/bundles/$id', 'lists/bundle.tsx'),
      schedules.route('/portals/schedules/', 'lists/schedule-list.tsx'),
      schedules.route('/portals/schedules/create', 'lists/create-schedule.tsx'),
      schedules.route('/portals/schedules/$id', 'lists/schedule.tsx'),
      shipping.route('/portals/bundles/$id/shipping', 'bundle-shipping.tsx'),
      shipping.route('/portals/shippable-products/', 'products.tsx'),
      shipping.route('/portals/shippable-products/create', 'create-product.tsx'),
      shipping.route('/portals/shippable-products/$id', 'product.tsx'),
      content.route('/portals/content', 'overview.tsx'),
      releases.route('/portals/releases/', 'releases.tsx'),
      releases.route('/portals/releases/$id', 'release.tsx'),
      route('/portals/pages/', 'app/pages/site-pages.tsx'),
      pages.route('/portals/pages/$id', 'page-builder.tsx'),
      terms.route('/portals/agencies/', 'lists/agencies.tsx'),
      terms.route('/portals/agencies/create', 'lists/create-agency.tsx'),
      terms.route('/portals/agencies/$id', 'lists/agency.tsx'),
      terms.route('/portals/languages/', 'lists/languages.tsx'),
      terms.route('/portals/languages/create', 'lists/create-language.tsx'),
      terms.route('/portals/languages/$id', 'lists/language.tsx'),
      terms.route('/portals/organizations/', 'lists/organizations.tsx'),
      terms.route('/portals/organizations/create', 'lists/create-organization.tsx'),
      terms.route('/portals/organizations/$id', 'lists/organization.tsx'),
      terms.route('/portals/states/', 'lists/states.tsx'),
      terms.route('/portals/states/create', 'lists/create-state.tsx'),
      terms.route('/portals/states/$id', 'lists/state.tsx'),
      terms.route('/portals/subtitles/', 'lists/subtitles.tsx'),
      terms.route('/portals/subtitles/create', 'lists/create-subtitle.tsx'),
      terms.route('/portals/subtitles/$id', 'lists/subtitle.tsx'),
      terms.route('/portals/tags/', 'lists/tags.tsx'),
      terms.route('/portals/tags/create', 'lists/create-tag.tsx'),
      terms.route('/portals/tags/$id', 'lists/tag.tsx'),
      terms.route('/portals/topics/', 'lists/topics.tsx'),
      terms.route('/portals/topics/create', 'lists/create-topic.tsx'),
      terms.route('/portals/topics/$id', 'lists/topic.tsx'),
      terms.route('/portals/training-options/', 'lists/training-options.tsx'),
      terms.route('/portals/training-options/create', 'lists/create-training-option.tsx'),
      terms.route('/portals/training-options/$id', 'lists/training-option.tsx'),
      widgets.route('/portals/promo-buttons/', 'lists/promo-button-list.tsx'),
      widgets.route('/portals/promo-buttons/create', 'lists/create-promo-button.tsx'),
      widgets.route('/portals/promo-buttons/$id', 'lists/promo-button.tsx'),
      widgets.route('/portals/widgets/', 'lists/widget-list.tsx'),
      widgets.route('/portals/widgets/create', 'lists/create-widget.tsx'),
      widgets.route('/portals/widgets/$id', 'lists/widget.tsx'),
      faq.route('/portals/faq/', 'lists/faq.tsx'),
      faq.route('/portals/faq/create', 'lists/create-question.tsx'),
      faq.route('/portals/faq/$id', 'lists/question.tsx'),
      faq.route('/portals/question-categories/', 'lists/categories.tsx'),
      faq.route('/portals/question-categories/create', 'lists/create-category.tsx'),
      faq.route('/portals/question-categories/$id', 'lists/category.tsx'),
      partners.route('/portals/authors/', 'lists/author-list.tsx'),
      partners.route('/portals/authors/create', 'lists/create-author.tsx'),
      partners.route('/portals/authors/$id', 'lists/author.tsx'),
      partners.route('/portals/features/', 'lists/feature-list.tsx'),
      partners.route('/portals/features/create', 'lists/create-feature.tsx'),
      partners.route('/portals/features/$id', 'lists/feature.tsx'),
      articles.route('/portals/article-categories/', 'lists/category-list.tsx'),
      articles.route('/portals/article-categories/create', 'lists/create-category.tsx'),
      articles.route('/portals/article-categories/$id', 'lists/category.tsx'),
      articles.route('/admin/articles/', 'lists/article-list.tsx'),
      articles.route('/admin/articles/create', 'lists/create-article.tsx'),
      articles.route('/admin/articles/$id', 'lists/article.tsx'),
      partners.route('/admin/partner-shares', 'shares.tsx'),
      partners.route('/partner/company', 'own-company.tsx'),
      partners.route('/partner/authors/', 'own-authors.tsx'),
      partners.route('/partner/authors/create', 'create-own-author.tsx'),
      partners.route('/partner/authors/$id', 'own-author.tsx'),
      partners.route('/partner/external-pages/', 'own-pages.tsx'),
      partners.route('/partner/external-pages/create', 'create-own-page.tsx'),
      partners.route('/partner/external-pages/$id', 'own-page.tsx'),
      partners.route('/partner/faq/', 'own-questions.tsx'),
      partners.route('/partner/faq/create', 'create-own-question.tsx'),
      partners.route('/partner/faq/$id', 'own-question.tsx'),
      partners.route('/partner/features/', 'own-features.tsx'),
      partners.route('/partner/features/create', 'create-own-feature.tsx'),
      partners.route('/partner/features/$id', 'own-feature.tsx'),
      questionPools.route('/question-pools/', 'pools.tsx'),
      questionPools.route('/question-pools/create', 'create-pool.tsx'),
      questionPools.route('/question-pools/$id/', 'pool.tsx'),
      questionFiles.route('/question-pools/$id/import', 'import.tsx'),
      statistics.route('/question-pools/$id/questions/$questionId', 'question.tsx'),
      managers.route('/courses/managers/', 'courses.tsx'),
      managers.route('/courses/managers/$slug', 'course.tsx', [
        managers.route('/', 'course-index.tsx'),
        managers.route('/overview', 'overview.tsx'),
        managers.route('/outline', 'outline.tsx'),
        managers.route('/take-credits', 'take-credits.tsx'),
        managers.route('/certificates/', 'certificates.tsx'),
        managers.route('/certificates/$userId', 'person-certificates.tsx'),
      ]),
    ]),
  ]),
  behind('previewing', [previews.route('/courses/builder/$slug/preview', 'preview.tsx')]),
  behind('development', [route('/dev/gallery', 'app/pages/gallery.tsx')]),
])
