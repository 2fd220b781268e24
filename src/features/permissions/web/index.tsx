import { createFileRoute, redirect } from '@tanstack/react-router'
import { needs } from '#ui/page/guard.ts'
import { kindsOf, pathOf } from './kinds.ts'

/** Permissions without a table named open with the first one that the person may see (ROU-067). */
export const Route = createFileRoute('/_app/_signed-in/permissions/')({
  beforeLoad: (opening) => {
    needs('permissions.view')(opening)
    throw redirect({ href: pathOf(kindsOf(opening.context.session)[0] ?? 'channel'), replace: true, statusCode: 302 })
  },
})
