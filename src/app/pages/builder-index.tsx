import { createFileRoute, redirect } from '@tanstack/react-router'
import { builderTabs } from '../layouts/builder-tabs.ts'

/** A course without a screen named opens its details (ROU-084), for those who may not see them the first screen that they may. */
export const Route = createFileRoute('/_app/_signed-in/courses/builder/$slug/')({
  beforeLoad: ({ context, params }) => {
    const tabs = builderTabs(context.session, params.slug)
    const opened = tabs.find(({ href }) => href.endsWith('/overview/details')) ?? tabs[0]
    throw redirect({ href: opened?.href ?? '/dashboard', replace: true, statusCode: 302 })
  },
})
