import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '#ui/page/page-head.ts'
import { SecondStepScreen } from './screens/second-step.tsx'

/** The second step of a sign-in (ROU-138). The page is the same for everyone: what the step may be is asked by the browser. */
export const Route = createFileRoute('/_site/_guest/login/second-step')({
  head: ({ match }) => pageHead(match.context.session.portal, { title: 'Confirm that it is you' }),
  component: () => <SecondStepScreen />,
})
