import { formatNumber } from '#kernel/format.ts'
import { IconCircle, IconCircleCheck } from '#ui/icons.tsx'
import { Badge } from '#ui/public/parts/badge.tsx'
import { isUnused, percentOf } from '../../rules/fold.ts'
import styles from '../statistics.module.css'

type Option = { id: number; text: string; is_correct: boolean; picked: number }

/** The answers of a question with how many people chose each; a wrong one that nobody chooses is marked (QPL-031). */
export function Options({ options, answered }: { options: readonly Option[]; answered: number }) {
  return (
    <ul className={styles.options} aria-label="Answers">
      {options.map((option) => {
        const percent = percentOf(option.picked, answered)
        return (
          <li key={option.id} className={styles.option} data-correct={option.is_correct || undefined}>
            {option.is_correct ? <IconCircleCheck size={18} /> : <IconCircle size={18} />}
            <span className={styles.words}>
              <span>
                {option.text}
                {option.is_correct && <span className="only-read"> (correct)</span>}
              </span>
              {isUnused(option, answered) && <Badge tone="warning">Nobody chose this</Badge>}
            </span>
            <span className={styles.count}>
              {formatNumber(option.picked)}
              {percent !== null && ` (${percent}%)`}
            </span>
            <span className={styles.bar} aria-hidden="true">
              <span style={{ width: `${percent ?? 0}%` }} />
            </span>
          </li>
        )
      })}
    </ul>
  )
}
