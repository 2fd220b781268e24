import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/_app/_signed-in/portal-settings/')({
  beforeLoad: () => {
    throw redirect({ href: '/portal-settings/info', replace: true, statusCode: 302 })
  },
})
