import { useState } from 'react'
import { formatNumber } from '#kernel/format.ts'
import { Button } from '#ui/public/parts/button.tsx'
import { Checkbox } from '#ui/public/parts/field.tsx'
import type { QuestionImport } from '../queries.ts'
import styles from '../question-files.module.css'

type Body = { categories?: string[]; with_present?: boolean }
type AddQuestionsProps = { one: QuestionImport; isAdding: boolean; onAdd: (body: Body) => void }

const questions = (count: number) => `${formatNumber(count)} ${count === 1 ? 'question' : 'questions'}`

/** Which categories are added, and whether questions that the pool has already are added once more (QPL-018). */
export function AddQuestions({ one, isAdding, onAdd }: AddQuestionsProps) {
  const { categories } = one
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [withPresent, setWithPresent] = useState(false)
  const chosen = categories.filter(({ name }) => !left.has(name))
  const present = chosen.reduce((sum, category) => sum + category.present, 0)
  const count = chosen.reduce((sum, category) => sum + category.new, 0) + (withPresent ? present : 0)
  const choose = (name: string, isChosen: boolean) =>
    setLeft((now) => {
      const next = new Set(now)
      if (isChosen) next.delete(name)
      else next.add(name)
      return next
    })
  const hasCategories = categories.length > 1
  return (
    <section className={styles.card} aria-label="Add questions">
      <h2>Add to {one.pool_title}</h2>
      {hasCategories && (
        <>
          <p>The file divides its questions into categories. Choose which ones to add.</p>
          <fieldset className={styles.choices} aria-label="Categories">
            {categories.map(({ name, questions_count: all }) => (
              <Checkbox
                key={name}
                label={`${name || 'No category'} (${formatNumber(all)})`}
                checked={!left.has(name)}
                onChange={(event) => choose(name, event.currentTarget.checked)}
              />
            ))}
          </fieldset>
        </>
      )}
      {present > 0 && (
        <Checkbox
          label={`Add ${questions(present)} again that this pool already has`}
          hint="They will be in the pool twice. Leave this off to skip them."
          checked={withPresent}
          onChange={(event) => setWithPresent(event.currentTarget.checked)}
        />
      )}
      <div>
        <Button
          isLoading={isAdding}
          disabled={count === 0}
          onClick={() =>
            onAdd({
              ...(left.size > 0 && { categories: chosen.map(({ name }) => name) }),
              with_present: withPresent,
            })
          }
        >
          {count === 0 ? 'No questions to add' : `Add ${questions(count)}`}
        </Button>
      </div>
    </section>
  )
}
