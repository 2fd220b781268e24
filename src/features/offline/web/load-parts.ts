import type { AnyRouter } from '@tanstack/react-router'

const PAGES = [
  '/courses/learner/c/1/outline',
  '/courses/learner/c/1/outline/modules/1/Text/1',
  '/courses/learner/c/1/outline/exams/1',
  '/on-this-device',
]

/** Loads all that kept courses need, so that it is kept with their page: routes, dialogs, and what shows documents. */
export const partsOfCourses = (router: AnyRouter, hasDocuments: boolean) => (): Promise<unknown> =>
  Promise.all([
    import('#ui/page/run-guards.ts'),
    import('#ui/calls/live.ts').then(({ loadLive }) => loadLive()),
    import('#kernel/product/texts.ts'),
    import('#ui/public/dialogs/confirm-dialog.tsx'),
    import('#ui/public/dialogs/toast-card.tsx'),
    import('#ui/public/lists/error-text.ts'),
    import('#ui/public/site/outlets.tsx'),
    import('#ui/public/site/header-drawer.tsx'),
    import('./components/keep-course.tsx'),
    import('./components/kept-notes.tsx'),
    import('./kept/settle.ts'),
    hasDocuments && import('#ui/documents/document-parts.ts').then(({ loadDocumentParts }) => loadDocumentParts()),
    ...PAGES.flatMap((path) => router.getMatchedRoutes(path)[0].map((route) => router.loadRouteChunk(route, false))),
  ])
