import type { ReactNode } from 'react'
import { IconCertificate, IconDownload, IconShieldLock } from '#ui/icons.tsx'
import { Badge, type Tone } from '#ui/public/parts/badge.tsx'
import { LinkButton } from '#ui/public/parts/button.tsx'
import { DayText } from '#ui/public/parts/day.tsx'
import styles from '../card.module.css'
import type { CertificateShown } from '../queries.ts'
import { RevokeButton } from './revoke-button.tsx'

const STATUS: Record<CertificateShown['status'], { label: string; tone: Tone }> = {
  valid: { label: 'Valid', tone: 'success' },
  expired: { label: 'Expired', tone: 'warning' },
  revoked: { label: 'Revoked', tone: 'danger' },
}

const pathOf = (address: string) => new URL(address).pathname

type CertificateCardProps = {
  certificate: CertificateShown
  /** Names the holder, where certificates of several people stand together. */
  hasHolder?: boolean
  /** Its place among the headings of the page. */
  heading?: 'h2' | 'h3'
  /** Further actions, such as revoking. */
  actions?: ReactNode
}

/** One certificate with its state, its PDF and the way to its verification page. */
export function CertificateCard({
  certificate,
  hasHolder = false,
  heading: Heading = 'h2',
  actions,
}: CertificateCardProps) {
  const { label, tone } = STATUS[certificate.status]
  const name = `the certificate for ${certificate.course_title}`
  return (
    <article className={styles.card} aria-labelledby={`certificate-${certificate.id}`}>
      <div className={styles.sheet} data-status={certificate.status} aria-hidden="true">
        <IconCertificate size={30} />
      </div>
      <div className={styles.words}>
        <div className={styles.head}>
          <Heading id={`certificate-${certificate.id}`}>{certificate.course_title}</Heading>
          <Badge tone={tone}>{label}</Badge>
        </div>
        {hasHolder && <p className={styles.holder}>{certificate.holder_name}</p>}
        <p className={styles.facts}>
          Issued <DayText value={certificate.issued_at} zone={certificate.time_zone} format="long" /> by{' '}
          {certificate.provider}
          {certificate.expires_at && certificate.status !== 'revoked' && (
            <>
              {certificate.status === 'expired' ? '; was valid until ' : '; valid until '}
              <DayText value={certificate.expires_at} zone={certificate.time_zone} isEnd format="long" />
            </>
          )}
        </p>
        {certificate.revoked_at && (
          <p className={styles.revoked}>
            Revoked on <DayText value={certificate.revoked_at} zone={certificate.time_zone} format="long" />
            {certificate.revoke_reason && `: ${certificate.revoke_reason}`}
          </p>
        )}
        {certificate.course_version && <p className={styles.facts}>Course version {certificate.course_version}</p>}
        <p className={styles.number}>No. {certificate.number}</p>
        <div className={styles.actions} data-print="no">
          <LinkButton
            href={certificate.file.url}
            download
            size="sm"
            variant="soft"
            icon={IconDownload}
            aria-label={`Download PDF of ${name}`}
          >
            Download PDF
          </LinkButton>
          <LinkButton
            href={pathOf(certificate.verify_url)}
            size="sm"
            variant="ghost"
            icon={IconShieldLock}
            aria-label={`Verification page of ${name}`}
          >
            Verification page
          </LinkButton>
          {actions}
          <RevokeButton certificate={certificate} />
        </div>
      </div>
    </article>
  )
}
