import { formatCount } from '#kernel/format.ts'
import { RadioGroup } from '#ui/public/parts/field.tsx'
import { differenceInWords } from '../rehearsal-words.ts'
import { keyOf, type Place, type Replaced } from '../replaced.ts'
import styles from '../versions.module.css'
import { PackageRehearsal } from './package-rehearsal.tsx'

const begun = (count: number): string =>
  `${formatCount(count)} ${count === 1 ? 'learner has' : 'learners have'} begun it`

type KeepPlacesProps = {
  slug: string
  number: number
  replaced: readonly Replaced[]
  placeOf: (one: Replaced) => Place
  /** The modules that are asked again: nobody keeps a place in them. */
  again: ReadonlySet<number>
  onChange: (key: string, place: Place) => void
}

/**
 * The SCORM packages that a move replaces: what differs, what a rehearsal says, and the choice what becomes of the
 * learners in the former one (VER-024).
 */
export function KeepPlaces({ slug, number, replaced, placeOf, again, onChange }: KeepPlacesProps) {
  if (replaced.length === 0) return null
  return (
    <section className={styles.asking} aria-label="Replaced SCORM packages">
      <h3>Replaced SCORM packages</h3>
      {replaced.map((one) => {
        const key = keyOf(one)
        const { module, from, to, learners, differences } = one
        return (
          <article key={key} className={styles.package} aria-labelledby={`package-${key}`}>
            <h4 id={`package-${key}`}>{module.title ?? to.title ?? to.file_name}</h4>
            <p>
              {from.file_name} becomes {to.file_name}. {begun(learners)}.
            </p>
            <Differences differences={differences} />
            <PackageRehearsal slug={slug} number={number} replaced={one} />
            <RadioGroup
              legend="After the move"
              name={`place-${key}`}
              value={placeOf(one)}
              onChange={(value) => onChange(key, value as Place)}
              options={[
                {
                  value: 'keep',
                  label: 'Keep their place',
                  hint: again.has(module.id)
                    ? 'Not possible while you ask for this module again.'
                    : 'They resume in the new package where they left the old one.',
                  isDisabled: again.has(module.id),
                },
                {
                  value: 'restart',
                  label: 'Start again',
                  hint: 'They begin the new package from the start. What they did in the old one stays on record.',
                },
              ]}
            />
          </article>
        )
      })}
    </section>
  )
}

function Differences({ differences }: Pick<Replaced, 'differences'>) {
  if (differences.length === 0) return <p>Both packages have the same parts and rules.</p>
  return (
    <ul className={styles.differences} aria-label="What differs">
      {differences.map((difference) => {
        const text = differenceInWords(difference)
        return <li key={text}>{text}</li>
      })}
    </ul>
  )
}
