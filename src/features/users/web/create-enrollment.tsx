import { createFileRoute } from '@tanstack/react-router'
import { needs } from '#ui/page/guard.ts'
import { CreateEnrollmentScreen } from './screens/create-enrollment.tsx'

/** Enrolls people in a course; managers in their courses with their credits (ROU-070, USR-019, USR-040). */
export const Route = createFileRoute('/_app/_signed-in/users/create-enrollment')({
  beforeLoad: needs('users.create'),
  head: ({ match }) => ({ meta: [{ title: `Enroll people – ${match.context.session.portal.name}` }] }),
  component: CreateEnrollmentScreen,
})
