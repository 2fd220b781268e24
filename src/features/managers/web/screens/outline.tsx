import { kindName } from '#features/outline/web/public.ts'
import { IconList } from '#ui/icons.tsx'
import { EmptyState } from '#ui/public/lists/empty-state.tsx'
import styles from '../managers.module.css'
import { useCourse } from '../use-course.ts'

/** What people learn in the course, in its order; to read only (MGR-013). */
export function OutlineScreen({ slug }: { slug: string }) {
  const { outline } = useCourse(slug)
  if (outline.length === 0)
    return <EmptyState icon={IconList} title="No outline yet" text="The course has no content yet." />
  return (
    <ol className={styles.outline} aria-label="Outline">
      {outline.map((item) => (
        <li key={item.id}>
          <div className={styles.row}>
            <h2>{item.title}</h2>
            <span className={styles.kind}>{kindName(item.itemable_type)}</span>
          </div>
          {item.module_items.length > 0 && (
            <ol>
              {item.module_items.map((part) => (
                <li key={part.id} className={styles.row}>
                  <span>{part.title}</span>
                  <span className={styles.kind}>{kindName(part.itemable_type)}</span>
                </li>
              ))}
            </ol>
          )}
        </li>
      ))}
    </ol>
  )
}
