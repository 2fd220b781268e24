import { IconChevronDown } from '../../icons.tsx'
import { Anchor } from './anchor.tsx'
import { Prose } from './prose.tsx'
import styles from './questions.module.css'

export type QuestionShown = { id: number; question: string; answer: string; href?: string }

/** Questions that open to show their answers; they work without scripts. */
export function Questions({ questions }: { questions: readonly QuestionShown[] }) {
  return (
    <div className={styles.list}>
      {questions.map(({ id, question, answer, href }) => (
        <details key={id} className={styles.item}>
          <summary>
            {question}
            <IconChevronDown size={20} />
          </summary>
          <div className={styles.answer}>
            <Prose html={answer} />
            {href && (
              <p className={styles.more}>
                <Anchor href={href}>Open this question on its own page</Anchor>
              </p>
            )}
          </div>
        </details>
      ))}
    </div>
  )
}
