import { createFileRoute, redirect } from '@tanstack/react-router'
import { builderScreens } from '../layouts/builder-screens.ts'

/** A course address without a screen opens the details (ROU-084), or the first screen that the person may see. */
export const Route = createFileRoute('/_app/_signed-in/courses/builder/$slug/')({
  beforeLoad: ({ context, params }) => {
    const screens = builderScreens(context.session, params.slug).flatMap(({ items }) => items)
    const opened = screens.find(({ href }) => href.endsWith('/overview/details')) ?? screens[0]
    throw redirect({ href: opened?.href ?? '/dashboard', replace: true, statusCode: 302 })
  },
})
