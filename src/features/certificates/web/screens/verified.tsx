import type { Wire } from '#kernel/endpoint.ts'
import { dayOf, formatDay, lastDayBefore } from '#kernel/format/day.ts'
import { useSession } from '#ui/calls/api.tsx'
import { cx } from '#ui/cx.ts'
import { IconAlertCircle, IconCircleCheck, IconClock } from '#ui/icons.tsx'
import { later } from '#ui/page/later.tsx'
import { Anchor } from '#ui/public/parts/anchor.tsx'
import { DayText } from '#ui/public/parts/day.tsx'
import type { verifyCertificate } from '../../contract.ts'
import { SealMark } from '../components/seal-mark.tsx'
import { groupsOf } from '../fingerprint.ts'
import styles from '../verify.module.css'

const FileCheck = later(() => import('../components/file-check-part.tsx').then((file) => file.FileCheck))
const StatementCheck = later(() => import('../components/statement-check-part.tsx').then((file) => file.StatementCheck))

type Verified = Wire<typeof verifyCertificate>['data']

const verdictOf = ({ status, revoked_at, expires_at, time_zone: zone }: Verified) => {
  const until = expires_at && formatDay(lastDayBefore(expires_at, zone), 'long')
  if (status === 'revoked')
    return {
      icon: IconAlertCircle,
      look: styles.revoked,
      title: 'This certificate has been revoked',
      text: `It is genuine, but was revoked on ${revoked_at && formatDay(dayOf(revoked_at, zone), 'long')} and no longer counts.`,
    }
  if (status === 'expired')
    return {
      icon: IconClock,
      look: styles.expired,
      title: 'This certificate has expired',
      text: `It is genuine and was valid until ${until}.`,
    }
  return {
    icon: IconCircleCheck,
    look: styles.valid,
    title: 'This certificate is valid',
    text: until ? `It is genuine, and valid until ${until}.` : 'It is genuine, and does not expire.',
  }
}

function Fingerprint({ sha256 }: { sha256: string | null }) {
  if (!sha256)
    return (
      <p className={styles.note}>The PDF of this certificate is being made. Its fingerprint will appear here soon.</p>
    )
  return (
    <>
      <p className={styles.note}>
        The SHA-256 fingerprint of the PDF we issued. It changes if a single character of the file changes.
      </p>
      <p className={styles.fingerprint} aria-label={`Fingerprint ${sha256}`} role="img">
        {groupsOf(sha256).map((group, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: groups stand at their places and may be equal
          <span key={index}>{group}</span>
        ))}
      </p>
      <h3>Check a PDF file</h3>
      <p className={styles.note}>The file stays on your device: your browser computes its fingerprint and compares.</p>
      <FileCheck sha256={sha256} />
    </>
  )
}

/** Whether a certificate is valid, what it says, and how to find out whether a file is the original (CER-025, CER-024). */
export function VerifiedScreen({ certificate }: { certificate: Verified }) {
  const { portal } = useSession()
  const { icon: Mark, look, title, text } = verdictOf(certificate)
  return (
    <div className={styles.page}>
      <article className={styles.certificate}>
        <header className={cx(styles.verdict, look)}>
          <Mark size={36} />
          <div>
            <h1>{title}</h1>
            <p>{text}</p>
          </div>
        </header>
        <div className={styles.body}>
          <p className={styles.small}>This certifies that</p>
          <p className={styles.holder}>{certificate.holder_name}</p>
          <p className={styles.small}>has successfully completed</p>
          <p className={styles.course}>{certificate.course_title}</p>
          <dl className={styles.facts}>
            <div>
              <dt>Provider</dt>
              <dd>{certificate.provider}</dd>
            </div>
            {certificate.course_version && (
              <div>
                <dt>Course version</dt>
                <dd>{certificate.course_version}</dd>
              </div>
            )}
            <div>
              <dt>Date of issue</dt>
              <dd>
                <DayText value={certificate.issued_at} zone={certificate.time_zone} format="long" />
              </dd>
            </div>
            <div>
              <dt>Valid until</dt>
              <dd>
                {certificate.expires_at ? (
                  <DayText value={certificate.expires_at} zone={certificate.time_zone} isEnd format="long" />
                ) : (
                  'Does not expire'
                )}
              </dd>
            </div>
            {certificate.revoked_at && (
              <div>
                <dt>Revoked</dt>
                <dd>
                  <DayText value={certificate.revoked_at} zone={certificate.time_zone} format="long" />
                </dd>
              </div>
            )}
            <div>
              <dt>Certificate number</dt>
              <dd className={styles.number}>{certificate.number}</dd>
            </div>
          </dl>
          {certificate.seals.length > 0 && (
            <div className={styles.approved}>
              <h2 className={styles.small}>Approved by</h2>
              <ul className={styles.seals}>
                {certificate.seals.map((seal) => (
                  <li key={seal.number}>
                    <SealMark image={seal.image} />
                    <span>
                      <strong>{seal.title}</strong>
                      <small>Seal no. {seal.number}</small>
                    </span>
                  </li>
                ))}
              </ul>
            </div>
          )}
        </div>
        <section className={styles.proof} aria-labelledby="fingerprint">
          <h2 id="fingerprint">Fingerprint</h2>
          <Fingerprint sha256={certificate.sha256} />
        </section>
      </article>
      <StatementCheck />
      <p className={styles.after} data-print="no">
        Recorded by {portal.name}. <Anchor href="/certificates/verify">Verify another certificate</Anchor>
      </p>
    </div>
  )
}
