import { createFileRoute } from '@tanstack/react-router'
import { scormModules } from '#features/outline/contract.ts'
import { loadItem } from '#features/outline/web/public.ts'
import { needs } from '#ui/page/guard.ts'
import { AuthorScormModuleScreen } from './screens/author-module.tsx'

/** A SCORM module of a course, for its authors (ROU-082, ROL-034). */
export const Route = createFileRoute('/_app/_signed-in/courses/builder/$slug/outline/ScormModule/$itemId')({
  beforeLoad: needs('courses.view'),
  loader: ({ context, params }) => loadItem(context, scormModules, params),
  head: ({ loaderData }) => ({ meta: [{ title: loaderData?.title ?? 'SCORM module' }] }),
  component: Item,
})

function Item() {
  const { slug, itemId } = Route.useParams()
  return <AuthorScormModuleScreen key={itemId} slug={slug} id={Number(itemId)} />
}
