import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDay } from '#kernel/format/day.ts'
import { DataList } from '#ui/app/list/data-list.tsx'
import { StatusBadge } from '#ui/app/status-badge.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { can } from '#ui/page/guard.ts'
import { useSession } from '#ui/page/page-context.ts'
import { Dialog } from '#ui/public/dialogs/dialog.tsx'
import { textOfError } from '#ui/public/lists/error-text.ts'
import { LoadingNote } from '#ui/public/lists/skeleton.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Anchor } from '#ui/public/parts/anchor.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { complianceQueries, type Opened, type Proof } from '../queries.ts'
import styles from '../screens/compliance.module.css'
import { LOOKS } from '../standing-look.ts'
import { FactList } from './fact-list.tsx'
import { PlaceForm } from './place-form.tsx'
import { refresherText, validityText } from './requirement-list.tsx'

type DrawerProps = { opened: Opened; on: string; onClose: () => void }

/** Why a cell says what it says: the facts with their days (CMP-008, CMP-012). */
export function ProofDrawer({ opened, on, onClose }: DrawerProps) {
  const query = complianceQueries(useApi()).proof(opened.user_id, opened.requirement_id, on)
  const { data, error } = useQuery(query)
  const proof = data?.data
  const title = proof ? `${proof.person.name}: ${proof.requirement.title}` : 'Proof'
  return (
    <Dialog isOpen onClose={onClose} title={title} side="right" size="lg">
      {error && !proof && (
        <Alert tone="danger" isLive>
          {textOfError(error)}
        </Alert>
      )}
      {!proof && !error && <LoadingNote text="Loading the proof" />}
      {proof && <ProofParts proof={proof} />}
    </Dialog>
  )
}

/** What the state means, in a sentence. */
const sentenceOf = ({ state, until, on }: Proof): string => {
  const day = formatDay(on, 'long')
  const end = until && formatDay(until, 'long')
  switch (state) {
    case 'valid':
      return end ? `On ${day}: valid until ${end}.` : `On ${day}: valid, without an end.`
    case 'grace':
      return `On ${day}: in grace until ${end}.`
    case 'expired':
      return `On ${day}: expired on ${end}.`
    case 'not_required':
      return `Nothing was required on ${day}.`
    default:
      return `On ${day}: ${LOOKS[state].word.toLowerCase()}.`
  }
}

/** Which completion or certificate decides, and as what: "Refresher, completed Mar 3 2026". */
const countedText = (
  { as, course, day }: NonNullable<Proof['counted']>,
  kind: Proof['requirement']['kind'],
): string => {
  const event = `${kind === 'course' ? 'completed' : 'certificate issued'} ${formatDay(day)}`
  return as === 'refresher' ? `Refresher, ${event}: ${course}` : `Course, ${event}`
}

function ProofParts({ proof }: { proof: Proof }) {
  const [isMoving, setMoving] = useState(false)
  const mayEdit = can(useSession(), 'enrollments.update')
  const mayMove = mayEdit && proof.person.left_on === null
  const { person, requirement, counted } = proof
  const refresher = requirement.terms && refresherText(requirement.terms)
  const { icon, tone, word } = LOOKS[proof.state]
  return (
    <div className={styles.proof}>
      <p className={styles.answer} role="status">
        <StatusBadge status={proof.state} label={word} icon={icon} tone={tone} />
        <span>{sentenceOf(proof)}</span>
      </p>
      <section>
        <h3>Requirement</h3>
        <DataList
          items={[
            ...(requirement.course ? [{ label: 'Course', value: requirement.course.title }] : []),
            { label: 'Applies to', value: requirement.terms?.text ?? 'Nobody on that date' },
            { label: 'Terms', value: requirement.terms && validityText(requirement.terms) },
            ...(refresher ? [{ label: 'Refresher', value: refresher }] : []),
            { label: 'In force since', value: requirement.terms && formatDay(requirement.terms.from_day) },
            ...(counted ? [{ label: 'Based on', value: countedText(counted, requirement.kind) }] : []),
          ]}
        />
      </section>
      <section>
        <h3>History</h3>
        {proof.facts.length === 0 ? (
          <p className={styles.note}>
            {requirement.course ? 'No enrollment, completion or certificate yet.' : 'No document was uploaded yet.'}
          </p>
        ) : (
          <FactList facts={proof.facts} />
        )}
      </section>
      <section>
        <h3>Where {person.name} worked</h3>
        <DataList
          items={[
            { label: 'Team', value: person.team?.name },
            { label: 'Site', value: person.site },
            { label: 'Job', value: person.job },
            { label: 'State', value: person.state },
          ]}
        />
        {mayMove && !isMoving && (
          <Button size="sm" variant="soft" onClick={() => setMoving(true)}>
            Change where {person.name} works
          </Button>
        )}
        {isMoving && <PlaceForm person={person} on={proof.on} onDone={() => setMoving(false)} />}
        <FactList facts={proof.places} />
      </section>
      {mayEdit && (
        <p className={styles.note}>
          <Anchor href={`/users/${person.id}`}>All training of {person.name}</Anchor>
        </p>
      )}
    </div>
  )
}
