import { createFileRoute } from '@tanstack/react-router'
import { loadItem } from '#features/outline/web/public.ts'
import { needs } from '#ui/page/guard.ts'
import { surveyItems } from '../contract-admin.ts'
import { ExamSettingsScreen } from './screens/exam-settings.tsx'

/** The settings of a knowledge check (ROU-082, ROL-034). */
export const Route = createFileRoute('/_app/_signed-in/courses/builder/$slug/outline/Survey/$itemId/')({
  beforeLoad: needs('courses.view'),
  loader: ({ context, params }) => loadItem(context, surveyItems, params),
  head: ({ loaderData }) => ({ meta: [{ title: loaderData?.title ?? 'Settings' }] }),
  component: Page,
})

function Page() {
  const { slug, itemId } = Route.useParams()
  return <ExamSettingsScreen key={itemId} slug={slug} type="Survey" itemId={Number(itemId)} />
}
