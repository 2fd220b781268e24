import {
  type Icon,
  IconBook,
  IconChevronDown,
  IconFile,
  IconHelpCircle,
  IconList,
  IconMessageCircle,
  IconPencil,
  IconPlayerPlay,
} from '#ui/icons.tsx'
import type { StoreCourseItem } from '../load-course.ts'
import styles from './outline.module.css'

/** What each type of item is called and drawn as (LRN-001, LRN-003). */
const TYPES: Record<string, { word: string; icon: Icon }> = {
  Module: { word: 'Module', icon: IconBook },
  Exam: { word: 'Exam', icon: IconHelpCircle },
  Survey: { word: 'Knowledge Check', icon: IconList },
  Assignment: { word: 'Assignment', icon: IconPencil },
  ScormModule: { word: 'Interactive lesson', icon: IconPlayerPlay },
  CloudScormModule: { word: 'Interactive lesson', icon: IconPlayerPlay },
  Text: { word: 'Reading', icon: IconFile },
  Document: { word: 'Document', icon: IconFile },
  Audio: { word: 'Audio', icon: IconMessageCircle },
  Video: { word: 'Video', icon: IconPlayerPlay },
}
const UNKNOWN = { word: 'Lesson', icon: IconBook }
const typeOf = (type: string) => TYPES[type] ?? UNKNOWN

/** How much there is in a course, in a line. */
export const outlineSummary = (items: readonly StoreCourseItem[]): string => {
  const lessons = items.reduce((sum, item) => sum + (item.itemable_type === 'Module' ? item.items.length : 1), 0)
  const exams = items.filter((item) => item.itemable_type === 'Exam').length
  const words = [
    items.length === 1 ? '1 part' : `${items.length} parts`,
    lessons === 1 ? '1 lesson' : `${lessons} lessons`,
    exams > 0 && (exams === 1 ? '1 exam' : `${exams} exams`),
  ]
  return words.filter(Boolean).join(' · ')
}

/** What a course is made of: titles and types, no content (CAT-035). */
export function Outline({ items }: { items: readonly StoreCourseItem[] }) {
  return (
    <ol className={styles.list}>
      {items.map((item, at) => (
        <li key={item.id}>
          {item.itemable_type === 'Module' && item.items.length > 0 ? (
            <details className={styles.module} open={at === 0}>
              <summary>
                <Line type={item.itemable_type} title={item.title} />
                <span className={styles.count}>
                  {item.items.length === 1 ? '1 lesson' : `${item.items.length} lessons`}
                </span>
                <IconChevronDown size={18} className={styles.chevron} />
              </summary>
              <ol className={styles.inner}>
                {item.items.map((inner) => (
                  <li key={inner.id}>
                    <Line type={inner.itemable_type} title={inner.title} isSmall />
                  </li>
                ))}
              </ol>
            </details>
          ) : (
            <div className={styles.single}>
              <Line type={item.itemable_type} title={item.title} />
            </div>
          )}
        </li>
      ))}
    </ol>
  )
}

function Line({ type, title, isSmall }: { type: string; title: string; isSmall?: boolean }) {
  const { word, icon: Drawing } = typeOf(type)
  return (
    <span className={styles.line}>
      <Drawing size={isSmall ? 16 : 20} />
      <span className={styles.title}>{title}</span>
      {type !== 'Module' && <span className={styles.type}>{word}</span>}
    </span>
  )
}
