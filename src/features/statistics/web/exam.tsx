import { createFileRoute } from '@tanstack/react-router'
import { examItems } from '#features/exams/contract-admin.ts'
import { loadItem } from '#features/outline/web/public.ts'
import { needs } from '#ui/page/guard.ts'
import { ExamStatisticsScreen } from './screens/exam-statistics.tsx'

/** How an item of type Exam does (QPL-030). */
export const Route = createFileRoute('/_app/_signed-in/courses/builder/$slug/outline/Exam/$itemId/statistics')({
  beforeLoad: needs('courses.view'),
  loader: ({ context, params }) => loadItem(context, examItems, params),
  head: ({ loaderData }) => ({ meta: [{ title: `Statistics – ${loaderData?.title ?? ''}` }] }),
  component: Page,
})

function Page() {
  const { slug, itemId } = Route.useParams()
  return <ExamStatisticsScreen key={itemId} slug={slug} type="Exam" itemId={Number(itemId)} />
}
