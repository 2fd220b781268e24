import { createFileRoute, redirect } from '@tanstack/react-router'
import { builderTabs } from '../layouts/builder-tabs.ts'

/** A course address without a screen opens the details (ROU-084), or the first screen that the person may see. */
export const Route = createFileRoute('/_app/_signed-in/courses/builder/$slug/')({
  beforeLoad: ({ context, params }) => {
    const tabs = builderTabs(context.session, params.slug)
    const opened = tabs.find(({ href }) => href.endsWith('/overview/details')) ?? tabs[0]
    throw redirect({ href: opened?.href ?? '/dashboard', replace: true, statusCode: 302 })
  },
})
