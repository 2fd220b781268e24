import { TabLinks } from '#ui/app/tabs.tsx'
import { AUTHORED, type AuthoredType, settingsPath } from '../authoring.ts'

/** The screens of one exam or knowledge check in the builder. */
export function ExamTabs({ slug, type, itemId }: { slug: string; type: AuthoredType; itemId: number }) {
  const settings = settingsPath(slug, type, itemId)
  const statistics = `${settings}/statistics`
  return (
    <TabLinks
      label={type === 'Exam' ? 'Exam' : AUTHORED[type].one.replace(/^k/, 'K')}
      items={[
        { label: 'Settings', href: settings },
        { label: 'Statistics', href: statistics },
      ]}
    />
  )
}
