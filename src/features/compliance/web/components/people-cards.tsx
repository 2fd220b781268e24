import { useState } from 'react'
import { formatDay } from '#kernel/format/day.ts'
import { StatusBadge } from '#ui/app/status-badge.tsx'
import { IconCircleCheck, IconCircleX } from '#ui/icons.tsx'
import { Badge } from '#ui/public/parts/badge.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { readCell, whereText } from '../../rules/words.ts'
import type { Matrix, MatrixPerson, Opened } from '../queries.ts'
import { LOOKS } from '../standing-look.ts'
import styles from './matrix.module.css'

/** As many people as a phone shows before it is asked for more. */
const AT_ONCE = 30

type CardsProps = { matrix: Matrix; onOpen: (opened: Opened) => void }

/** The matrix person by person, for phones and for print. */
export function PeopleCards({ matrix, onOpen }: CardsProps) {
  const [most, setMost] = useState(AT_ONCE)
  const people = matrix.people.slice(0, most)
  return (
    <div className={styles.cards}>
      <ul aria-label="People">
        {people.map((person) => (
          <PersonCard key={person.id} person={person} matrix={matrix} onOpen={onOpen} />
        ))}
      </ul>
      {matrix.people.length > most && (
        <Button variant="outline" isBlock onClick={() => setMost(most + AT_ONCE)}>
          Show more people
        </Button>
      )}
    </div>
  )
}

function PersonCard({ person, matrix, onOpen }: { person: MatrixPerson } & CardsProps) {
  const where = person.left_on ? `Left on ${formatDay(person.left_on)}` : whereText(person)
  const cells = matrix.requirements
    .map(({ id, title }, index) => ({ id, title, ...readCell(person.cells[index] ?? 'not_required') }))
    .filter(({ state }) => state !== 'not_required')
  return (
    <li className={styles.card}>
      <h2>{person.name}</h2>
      <Badge tone={person.is_cleared ? 'success' : 'danger'} icon={person.is_cleared ? IconCircleCheck : IconCircleX}>
        {person.is_cleared ? 'Cleared' : 'Not cleared'}
      </Badge>
      {where && <p>{where}</p>}
      <ul>
        {cells.map(({ id, title, state, until }) => {
          const { word, icon, tone, until: lead } = LOOKS[state]
          return (
            <li key={id}>
              <button
                type="button"
                className={styles.line}
                onClick={() => onOpen({ user_id: person.id, requirement_id: id })}
              >
                <span>{title}</span>
                <StatusBadge
                  status={state}
                  label={until ? `${word} ${lead} ${formatDay(until)}` : word}
                  tone={tone}
                  icon={icon}
                />
              </button>
            </li>
          )
        })}
      </ul>
    </li>
  )
}
