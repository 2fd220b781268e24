import { CopyField } from '#ui/app/form/copy-field.tsx'
import { StatusBadge } from '#ui/app/status-badge.tsx'
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconClock } from '#ui/icons.tsx'
import type { DnsRecord } from '../../rules/record.ts'
import { inStrings } from '../../rules/sender-records.ts'
import styles from './domains.module.css'

const PURPOSES: Record<DnsRecord['purpose'], string> = {
  ownership: 'Proves that the domain is yours',
  address: 'Leads visitors to your portal',
  content: 'Leads learners to course content',
  certificate: 'Allows a certificate',
  https: 'Opens securely (HTTPS)',
  dkim: 'Signs your e-mails (DKIM)',
  spf: 'Says who may send e-mails (SPF)',
  dmarc: 'Says what happens to forged e-mails (DMARC)',
}
const STATES = {
  ok: { label: 'Correct', tone: 'success', icon: IconCircleCheck },
  missing: { label: 'Missing', tone: 'warning', icon: IconClock },
  wrong: { label: 'Wrong value', tone: 'danger', icon: IconCircleX },
  stale: { label: 'Old value', tone: 'danger', icon: IconCircleX },
  proxied: { label: 'Behind a proxy', tone: 'danger', icon: IconCircleX },
  blocked: { label: 'Blocks certificates', tone: 'danger', icon: IconCircleX },
  double: { label: 'More than one', tone: 'danger', icon: IconCircleX },
  cut: { label: 'Cut off', tone: 'danger', icon: IconCircleX },
  taken: { label: 'In use elsewhere', tone: 'danger', icon: IconCircleX },
  no_certificate: { label: 'No certificate', tone: 'danger', icon: IconCircleX },
  wrong_host: { label: 'Wrong host', tone: 'danger', icon: IconCircleX },
  untrusted: { label: 'Not trusted', tone: 'danger', icon: IconCircleX },
  expired: { label: 'Expired', tone: 'danger', icon: IconCircleX },
  timeout: { label: 'Times out', tone: 'danger', icon: IconCircleX },
  refused: { label: 'Refused', tone: 'danger', icon: IconCircleX },
  unanswered: { label: 'No answer', tone: 'warning', icon: IconAlertTriangle },
} as const
/** The longest text that one string of a TXT record takes. */
const STRING_LENGTH = 255

/** What a domain or a sender needs, each with what to copy and what was found instead (PRT-092, PRT-110). */
export function RecordList({ records }: { records: readonly DnsRecord[] }) {
  return (
    <ul className={styles.records}>
      {records.map((record) => (
        <li key={`${record.purpose} ${record.name}`} className={styles.record}>
          <Entry record={record} />
        </li>
      ))}
    </ul>
  )
}

function Entry({ record }: { record: DnsRecord }) {
  const { purpose, type, name, values, found, state, advice, is_required: isRequired } = record
  const { label, tone, icon } = STATES[state]
  const isWrong = state !== 'ok' && found.length > 0
  const isHttps = purpose === 'https'
  const [value = ''] = values
  return (
    <>
      <div className={styles.head}>
        <h4>{isHttps ? `${PURPOSES.https}: ${name}` : `${PURPOSES[purpose]} (${type} record)`}</h4>
        <StatusBadge
          status={state}
          label={isRequired || state === 'ok' ? label : 'Recommended'}
          tone={isRequired || state === 'ok' ? tone : 'neutral'}
          icon={icon}
        />
      </div>
      {advice && <p className={styles.advice}>{advice}</p>}
      {!isHttps && <CopyField label={`Name of the ${type} record`} value={name} />}
      {!isHttps &&
        values.map((one, index) => (
          <CopyField key={one} label={values.length > 1 ? `Value ${index + 1}` : 'Value'} value={one} />
        ))}
      {state !== 'ok' && value.length > STRING_LENGTH && (
        <CopyField
          label="Value as two strings"
          value={inStrings(value)}
          hint="For providers that take at most 255 characters at a time."
        />
      )}
      {isWrong && (
        <div className={styles.found}>
          Found instead:
          {found.map((text) => (
            <code key={text}>{text}</code>
          ))}
        </div>
      )}
    </>
  )
}
