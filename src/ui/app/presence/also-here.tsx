import { useContext } from 'react'
import { Anchor } from '../../public/parts/anchor.tsx'
import { Avatar } from '../../public/parts/avatar.tsx'
import { Disclosure } from '../../public/site/menu.tsx'
import styles from './presence.module.css'
import { PresenceContext } from './presence-context.ts'

/** How many people are named beside their pictures; the panel names everyone. */
const SHOWN = 3

/** Who else has this builder open, and in a panel where each of them is (BLD-082). */
export function AlsoHere() {
  const presence = useContext(PresenceContext)
  if (!presence) return null
  const { people, myId, base } = presence
  const others = people.filter(({ id }) => id !== myId)
  const names = others.map(({ display_name }) => display_name).join(', ')
  return (
    <div className={styles.room}>
      <span role="status" className="only-read">
        {names && `Also here: ${names}`}
      </span>
      {others.length > 0 && (
        <Disclosure
          align="end"
          className={styles.button}
          label={names}
          trigger={
            <>
              <span>Also here:</span>
              {others.slice(0, SHOWN).map(({ id, display_name, avatar }) => (
                <span key={id} className={styles.face} aria-hidden="true">
                  <Avatar name={display_name} src={avatar} size="sm" />
                  <span className={styles.name}>{display_name}</span>
                </span>
              ))}
              {others.length > SHOWN && <span aria-hidden="true">+{others.length - SHOWN}</span>}
            </>
          }
        >
          <ul className={styles.people}>
            {others.map(({ id, display_name, avatar, places }) => (
              <li key={id}>
                <Avatar name={display_name} src={avatar} />
                <div>
                  <strong>{display_name}</strong>
                  {places.map(({ at, name, is_editing }) => (
                    <Anchor key={at} href={`${base}${at}`}>
                      {name || 'Here'}
                      {is_editing && ' (unsaved changes)'}
                    </Anchor>
                  ))}
                </div>
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </div>
  )
}
