import { createFileRoute } from '@tanstack/react-router'
import { loadItem } from '#features/outline/web/public.ts'
import { needs } from '#ui/page/guard.ts'
import { assignmentItems } from '../contract.ts'
import { AuthorAssignmentScreen } from './screens/author-assignment.tsx'

/** An assignment of a course, for its authors (ROU-082, ROL-034). */
export const Route = createFileRoute('/_app/_signed-in/courses/builder/$slug/outline/Assignment/$itemId')({
  beforeLoad: needs('courses.view'),
  loader: ({ context, params }) => loadItem(context, assignmentItems, params),
  head: ({ loaderData }) => ({ meta: [{ title: loaderData?.title ?? 'Assignment' }] }),
  component: Item,
})

function Item() {
  const { slug, itemId } = Route.useParams()
  return <AuthorAssignmentScreen key={itemId} slug={slug} id={Number(itemId)} />
}
