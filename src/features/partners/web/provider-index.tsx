import { createFileRoute, redirect } from '@tanstack/react-router'

/** Without a slug the address leads to the partner companies (ROU-037). */
export const Route = createFileRoute('/_site/_catalog/provider/')({
  beforeLoad: () => {
    throw redirect({ href: '/training-providers', statusCode: 302 })
  },
})
