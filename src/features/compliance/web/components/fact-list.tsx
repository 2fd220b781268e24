import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { roleName } from '#kernel/access/roles.ts'
import { formatDay } from '#kernel/format/day.ts'
import { RecordFields } from '#ui/app/form/detail-form.tsx'
import { TextField } from '#ui/app/form/fields.tsx'
import { useRecordForm } from '#ui/app/form/use-record-form.ts'
import { useApi } from '#ui/calls/api.tsx'
import { FileList } from '#ui/documents/file-list.tsx'
import { Anchor } from '#ui/public/parts/anchor.tsx'
import { Badge } from '#ui/public/parts/badge.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { TimeText } from '#ui/public/parts/time.tsx'
import { correctFact } from '../../contract.ts'
import type { FactShown } from '../queries.ts'
import styles from '../screens/compliance.module.css'

const placed = (what: string, value: string | null) =>
  value === null ? `No ${what.toLowerCase()} any more` : `${what}: ${value}`

/** What a fact tells, in a sentence without its day. */
export const factText = ({ kind, value, course_version: version, until_day: until, refresher }: FactShown): string => {
  const end = until ? `, valid until ${formatDay(until)}` : ''
  const inVersion = version === null ? '' : ` (version ${version} of the course)`
  switch (kind) {
    case 'joined':
      return 'Joined the portal'
    case 'left':
      return 'Left the portal'
    case 'role_given':
      return `Was given the role ${roleName(value ?? '')}`
    case 'role_taken':
      return `Lost the role ${roleName(value ?? '')}`
    case 'team':
      return placed('Team', value)
    case 'site':
      return placed('Site', value)
    case 'job':
      return placed('Job', value)
    case 'state':
      return placed('State', value)
    case 'enrolled':
      return refresher === null ? 'Enrolled' : `Enrolled in the refresher ${refresher}`
    case 'unenrolled':
      return refresher === null ? 'Unenrolled' : `Unenrolled from the refresher ${refresher}`
    case 'completed':
      return `Completed the ${refresher === null ? 'course' : `refresher ${refresher}`}${inVersion}`
    case 'certificate_issued':
      return `Certificate${refresher === null ? '' : ` of the refresher ${refresher}`} issued${inVersion}${end}`
    case 'certificate_revoked':
      return refresher === null ? 'Certificate revoked' : `Certificate of the refresher ${refresher} revoked`
    case 'document_submitted':
      return 'Document uploaded'
    case 'document_replaced':
      return 'Document replaced by a newer one'
    case 'document_accepted':
      return `Document accepted, counts from this day${end}`
    case 'document_rejected':
      return 'Document rejected'
    case 'document_revoked':
      return 'Document revoked'
    case 'corrected':
      return 'Correction'
  }
}

/** Facts with their days, the newest first; those after the day that is looked at say so. */
export function FactList({ facts }: { facts: readonly FactShown[] }) {
  if (facts.length === 0) return null
  return (
    <ul className={styles.facts}>
      {facts.map((fact) => (
        <FactItem key={fact.id} fact={fact} />
      ))}
    </ul>
  )
}

function FactItem({ fact }: { fact: FactShown }) {
  const [isCorrecting, setCorrecting] = useState(false)
  const { correction } = fact
  const text = factText(fact)
  return (
    <li className={styles.fact}>
      <time dateTime={fact.day}>{formatDay(fact.day)}</time>
      <span>
        <span className={correction ? styles.taken : undefined}>{text}</span>{' '}
        {fact.counts_as === 'refresher' && <Badge tone="info">Counts as refresher</Badge>}{' '}
        {fact.counts_as === 'nothing' && <Badge tone="warning">Renewed nothing</Badge>}{' '}
        {fact.is_later && <Badge>After this day</Badge>} {correction && <Badge tone="warning">Taken back</Badge>}
      </span>
      {fact.certificate_number && (
        <Anchor href={`/certificates/${fact.certificate_number}`}>Certificate {fact.certificate_number}</Anchor>
      )}
      {fact.document && SHOWS_DOCUMENT.has(fact.kind) && <DocumentLines document={fact.document} />}
      {fact.reason && <small>{fact.reason}</small>}
      <small>
        Recorded{fact.recorded_by && ` by ${fact.recorded_by}`} <TimeText value={fact.recorded_at} />
      </small>
      {correction && (
        <small>
          Taken back{correction.recorded_by && ` by ${correction.recorded_by}`}{' '}
          <TimeText value={correction.recorded_at} />
          {correction.reason && `: ${correction.reason}`}
        </small>
      )}
      {fact.can_correct && !isCorrecting && (
        <div>
          <Button
            size="sm"
            variant="ghost"
            aria-label={`Take back: ${text}, ${formatDay(fact.day)}`}
            onClick={() => setCorrecting(true)}
          >
            Take back
          </Button>
        </div>
      )}
      {isCorrecting && <CorrectionForm id={fact.id} onClose={() => setCorrecting(false)} />}
    </li>
  )
}

/** The other facts about a document are read beside its upload. */
const SHOWS_DOCUMENT: ReadonlySet<FactShown['kind']> = new Set(['document_submitted', 'document_accepted'])

/** What a document says of itself, and its file (CMP-021). */
function DocumentLines({ document }: { document: NonNullable<FactShown['document']> }) {
  const { issuer, number, from_day: from, until_day: until, file } = document
  const facts = [
    issuer,
    number && `No. ${number}`,
    `issued ${formatDay(from)}`,
    until && `expires ${formatDay(until)}`,
  ].filter(Boolean)
  return (
    <>
      <small>{facts.join(' · ')}</small>
      {file && <FileList files={[file]} label={`File: ${file.name}`} />}
    </>
  )
}

/** Why a fact was wrong. It stays in the records, and counts for no day any more (CMP-003). */
function CorrectionForm({ id, onClose }: { id: number; onClose: () => void }) {
  const api = useApi()
  const queryClient = useQueryClient()
  const record = useRecordForm<{ reason: string }>({
    defaults: { reason: '' },
    savedText: 'The fact is taken back.',
    save: (_, { reason }) => api.call(correctFact, { params: { id }, body: { reason } }),
    onSaved: () => void queryClient.invalidateQueries().then(onClose),
  })
  return (
    <RecordFields record={record} className={styles.form}>
      <TextField name="reason" label="Why was it wrong?" maxLength={500} />
      <div className={styles.buttons}>
        <Button size="sm" variant="outline" onClick={onClose}>
          Cancel
        </Button>
        <Button size="sm" type="submit" isLoading={record.isSaving}>
          Take it back
        </Button>
      </div>
    </RecordFields>
  )
}
