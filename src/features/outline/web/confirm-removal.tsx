import { confirmation } from '#kernel/product/texts.ts'
import { confirm } from '#ui/public/dialogs/confirm.tsx'
import styles from './outline.module.css'

/**
 * Asks before something is removed from an outline (ERR-101), and says what happens to the records of learners
 * (BLD-042).
 */
export const confirmRemoval = ({ has_enrollments: isTaken }: { has_enrollments: boolean }): Promise<boolean> => {
  const { title, text, confirm: yes, cancel: no } = confirmation('delete')
  const words = (
    <div className={styles.question}>
      <p>{text}</p>
      {isTaken && (
        <p>
          People are enrolled in this course. The item leaves their outline; what they have done in it stays in their
          records, and finished courses stay finished.
        </p>
      )}
    </div>
  )
  return confirm({ title, text: words, yes, no, isDanger: true })
}
