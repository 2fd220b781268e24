import type { Wire } from '#kernel/endpoint.ts'
import { formatCount } from '#kernel/format.ts'
import { RadioGroup } from '#ui/public/parts/field.tsx'
import type { listReplacedPackages } from '../../contract.ts'
import styles from '../versions.module.css'

export type Replaced = Wire<typeof listReplacedPackages>['data'][number]
export type FormerPackage = { module_id: number; package_id: number }

export const keyOf = ({ module_id, package_id }: FormerPackage): string => `${module_id}:${package_id}`
export const formerOf = ({ module, from }: Replaced): FormerPackage => ({ module_id: module.id, package_id: from.id })

const begun = (count: number): string =>
  `${formatCount(count)} ${count === 1 ? 'learner has' : 'learners have'} begun it`

type KeepPlacesProps = {
  replaced: readonly Replaced[]
  /** The keys of the former packages of which learners keep their place. */
  kept: ReadonlySet<string>
  /** The modules that are asked again: nobody keeps a place in them. */
  again: ReadonlySet<number>
  onChange: (kept: Set<string>) => void
}

/** The SCORM packages that a move replaces, each with the choice what becomes of the learners in it (VER-024). */
export function KeepPlaces({ replaced, kept, again, onChange }: KeepPlacesProps) {
  if (replaced.length === 0) return null
  return (
    <section className={styles.asking} aria-label="Replaced SCORM packages">
      <h3>Replaced SCORM packages</h3>
      {replaced.map((one) => {
        const key = keyOf(formerOf(one))
        const { module, from, to, learners } = one
        return (
          <article key={key} className={styles.package} aria-labelledby={`package-${key}`}>
            <h4 id={`package-${key}`}>{module.title ?? to.title ?? to.file_name}</h4>
            <p>
              {from.file_name} becomes {to.file_name}. {begun(learners)}.
            </p>
            <RadioGroup
              legend="After the move"
              name={`place-${key}`}
              value={again.has(module.id) ? 'restart' : kept.has(key) ? 'keep' : 'restart'}
              onChange={(value) => {
                const next = new Set(kept)
                if (value === 'keep') next.add(key)
                else next.delete(key)
                onChange(next)
              }}
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
