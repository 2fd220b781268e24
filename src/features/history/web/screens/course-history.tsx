import { useNavigate } from '@tanstack/react-router'
import { IconList } from '#ui/icons.tsx'
import { HistoryList } from '../components/history-list.tsx'

type CourseHistoryScreenProps = { id: number; slug: string; title: string }

/** What changed in a course: versions that were published, and what stands beside them (HIS-022). */
export function CourseHistoryScreen({ id, slug, title }: CourseHistoryScreenProps) {
  const navigate = useNavigate()
  const openVersions = () => void navigate({ to: '/courses/builder/$slug/versions', params: { slug } })
  return (
    <HistoryList
      subject={{ kind: 'course', course_id: id }}
      name={title}
      actionsOf={({ changes }) =>
        changes.some(({ field }) => field === 'newest_version')
          ? [{ label: 'Open versions', icon: IconList, run: openVersions }]
          : []
      }
    />
  )
}
