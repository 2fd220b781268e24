import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '#ui/page/page-head.ts'
import { LinkScreen } from './screens/link.tsx'

/** What a link in a text message opens (ROU-160, TXT-012). The page is the same for everyone: what it is for stands behind `#`. */
export const Route = createFileRoute('/_site/_guest/t')({
  head: ({ match }) => pageHead(match.context.session.portal, { title: 'Sign in' }),
  component: LinkScreen,
})
