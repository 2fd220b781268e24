import { createFileRoute } from '@tanstack/react-router'
import { cloudScormModules } from '#features/outline/contract.ts'
import { loadItem } from '#features/outline/web/public.ts'
import { needs } from '#ui/page/guard.ts'
import { AuthorCloudModuleScreen } from './screens/author-module.tsx'

/** A cloud SCORM module of a course, for its authors (ROU-082, ROL-034). */
export const Route = createFileRoute('/_app/_signed-in/courses/builder/$slug/outline/CloudScormModule/$itemId')({
  beforeLoad: needs('courses.view'),
  loader: ({ context, params }) => loadItem(context, cloudScormModules, params),
  head: ({ loaderData }) => ({ meta: [{ title: loaderData?.title ?? 'Cloud SCORM module' }] }),
  component: Item,
})

function Item() {
  const { slug, itemId } = Route.useParams()
  return <AuthorCloudModuleScreen key={itemId} slug={slug} id={Number(itemId)} />
}
