import styles from '../card.module.css'

export type DemoListProps = {
  /** What one may know before the click. */
  lead: string
  people: readonly { key: string; name: string; about: string }[]
  isBusy: boolean
  onChoose: (key: string) => void
}

/** The people of the demo, each with a button that signs in as them. */
export function DemoList({ lead, people, isBusy, onChoose }: DemoListProps) {
  return (
    <section className={styles.demo} aria-labelledby="demo-people">
      <h2 id="demo-people">Demo: sign in with one click</h2>
      <p>{lead}</p>
      <ul className={styles.people}>
        {people.map(({ key, name, about }) => (
          <li key={key}>
            <button type="button" className={styles.person} disabled={isBusy} onClick={() => onChoose(key)}>
              <strong>{name}</strong>
              <span>{about}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
