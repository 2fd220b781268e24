import { useSession } from '#ui/api.tsx'
import { TabLinks } from '#ui/app/tabs.tsx'
import { can } from '#ui/guard.ts'
import { certificatesPath, progressPath } from '../paths.ts'

/** The teaching screens of a course that this person may open. */
export function CourseTabs({ slug }: { slug: string }) {
  const session = useSession()
  const items = [
    ...(can(session, 'grading.view') ? [{ label: 'Learners and exams', href: progressPath(slug) }] : []),
    ...(can(session, 'certificates.view') ? [{ label: 'Certificates', href: certificatesPath(slug) }] : []),
  ]
  return items.length > 1 ? <TabLinks label="Teaching" items={items} /> : null
}
