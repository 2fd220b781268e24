/** Paths that links name, by the name of their route (ROU-010, ROU-011, ROU-054 to ROU-060). */
export const ROUTES = {
  login: '/login',
  dashboard: '/dashboard',
  courses: '/courses',
  cart: '/cart',
  'checkout-bundle': '/checkout/bundle',
  'checkout-course': '/checkout/course',
  'checkout-subscription': '/checkout/subscription',
  'learning-management-system': '/learning-management-system',
  'special-plan': '/special-plan',
  'faq-slug': '/faq/{slug}',
  error: '/error',
  'not-found': '/not-found',
  'question-pools': '/question-pools',
  'courses-admin': '/courses/admin',
  users: '/users',
  'portals-promo-buttons': '/portals/promo-buttons',
  'portals-promo-buttons-id': '/portals/promo-buttons/{id}',
  'portals-promo-buttons-create': '/portals/promo-buttons/create',
  terms: '/terms',
  'privacy-statement': '/privacy-statement',
  'ada-accessibility': '/ada-accessibility',
  'courses-learner-slug-relatedId-outline': '/courses/learner/{slug}/{relatedId}/outline',
  'courses-learner-slug-relatedId-outline-modules-moduleId':
    '/courses/learner/{slug}/{relatedId}/outline/modules/{moduleId}',
  'courses-learner-slug-relatedId-outline-modules-moduleId-itemType-itemId':
    '/courses/learner/{slug}/{relatedId}/outline/modules/{moduleId}/{itemType}/{itemId}',
  'courses-learner-slug-relatedId-outline-exams-examId': '/courses/learner/{slug}/{relatedId}/outline/exams/{examId}',
  'courses-learner-slug-relatedId-outline-assignments-assignmentId':
    '/courses/learner/{slug}/{relatedId}/outline/assignments/{assignmentId}',
  'courses-learner-slug-relatedId-outline-CloudScormModule-id':
    '/courses/learner/{slug}/{relatedId}/outline/CloudScormModule/{id}',
  'courses-learner-slug-relatedId-outline-ScormModule-id':
    '/courses/learner/{slug}/{relatedId}/outline/ScormModule/{id}',
} as const

export type RouteName = keyof typeof ROUTES

type ParamOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamOf<Rest> : never

/** The name of a path: its segments and parameter names joined by hyphens, without slashes and braces (ROU-009). */
export const routeName = (path: string): string =>
  path
    .split('/')
    .map((segment) => segment.replace(/[{}?$]/g, ''))
    .filter(Boolean)
    .join('-')

/** The address of a named route with its parameters filled in. */
export const pathOf = <Name extends RouteName>(
  name: Name,
  params: Record<ParamOf<(typeof ROUTES)[Name]>, string | number>,
): string =>
  ROUTES[name].replace(/\{(\w+)\}/g, (_, key: string) =>
    encodeURIComponent(String((params as Record<string, string | number>)[key])),
  )
