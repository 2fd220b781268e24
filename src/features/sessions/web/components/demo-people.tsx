import styles from '../card.module.css'

type Props = {
  /** What one may know before the click. */
  lead: string
  people: readonly { key: string; name: string; about: string }[]
  isBusy: boolean
  onChoose: (key: string) => void
}

/** The people of the demo, each with a button that signs in as them; nothing where there are none. */
export function DemoPeople({ lead, people, isBusy, onChoose }: Props) {
  if (people.length === 0) return null
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
