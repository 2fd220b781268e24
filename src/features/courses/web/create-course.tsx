import { createFileRoute } from '@tanstack/react-router'
import { needs } from '#ui/page/guard.ts'
import { CreateCourseScreen } from './screens/create-course.tsx'

/** A new course (ROU-080, ROL-034). */
export const Route = createFileRoute('/_app/_signed-in/courses/builder/create')({
  beforeLoad: needs('courses.create'),
  head: ({ match }) => ({ meta: [{ title: `New course – ${match.context.session.portal.name}` }] }),
  component: CreateCourseScreen,
})
