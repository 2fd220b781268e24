import type { ReactNode } from 'react'
import { IconCertificate } from '#ui/icons.tsx'
import { EmptyState } from '#ui/public/lists/empty-state.tsx'
import styles from '../card.module.css'
import type { CertificateShown } from '../queries.ts'
import { CertificateCard } from './certificate-card.tsx'

type CertificateListProps = {
  certificates: readonly CertificateShown[]
  hasHolders?: boolean
  heading?: 'h2' | 'h3'
  /** Further actions of each certificate. */
  actionsOf?: (certificate: CertificateShown) => ReactNode
  /** What an empty list says, and the first step out of it. */
  empty?: { title?: string; text: ReactNode; action?: ReactNode }
}

/** Certificates below each other, the newest first; an empty list says how to get one. */
export function CertificateList({ certificates, hasHolders, heading, actionsOf, empty }: CertificateListProps) {
  if (certificates.length === 0)
    return (
      <EmptyState
        icon={IconCertificate}
        title={empty?.title ?? 'No certificates yet'}
        text={empty?.text ?? 'No certificate yet. You get one when you finish a course.'}
        action={empty?.action}
      />
    )
  return (
    <ul className={styles.list}>
      {certificates.map((certificate) => (
        <li key={certificate.id}>
          <CertificateCard
            certificate={certificate}
            hasHolder={hasHolders}
            heading={heading}
            actions={actionsOf?.(certificate)}
          />
        </li>
      ))}
    </ul>
  )
}
