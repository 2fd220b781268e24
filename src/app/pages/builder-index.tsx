import { createFileRoute, redirect } from '@tanstack/react-router'
import { builderTabs } from '../layouts/builder-tabs.ts'

/** A course without a screen named opens the first one that the person may see. */
export const Route = createFileRoute('/_app/_signed-in/courses/builder/$slug/')({
  beforeLoad: ({ context, params }) => {
    const [first] = builderTabs(context.session, params.slug)
    throw redirect({ href: first?.href ?? '/dashboard', replace: true, statusCode: 302 })
  },
})
