import { createFileRoute } from '@tanstack/react-router'
import { needs } from '#ui/page/guard.ts'
import { CreatePoolScreen } from './screens/create-pool.tsx'

/** A new question pool (ROU-098, ROL-039). */
export const Route = createFileRoute('/_app/_signed-in/question-pools/create')({
  beforeLoad: needs('question-pools.create'),
  head: ({ match }) => ({ meta: [{ title: `New question pool – ${match.context.session.portal.name}` }] }),
  component: CreatePoolScreen,
})
