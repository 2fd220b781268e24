import type { Wire } from '#kernel/endpoint.ts'
import { IconCertificate } from '#ui/icons.tsx'
import { EmptyState } from '#ui/public/lists/empty-state.tsx'
import { Anchor } from '#ui/public/parts/anchor.tsx'
import { Badge } from '#ui/public/parts/badge.tsx'
import { LinkButton } from '#ui/public/parts/button.tsx'
import { DayText } from '#ui/public/parts/day.tsx'
import type { listUserSeals } from '../../contract.ts'
import styles from '../seals.module.css'
import { SealMark } from './seal-mark.tsx'

type Seal = Wire<typeof listUserSeals>['data'][number]

const STATUS = {
  expired: <Badge tone="warning">Certificate expired</Badge>,
  revoked: <Badge tone="danger">Certificate revoked</Badge>,
  valid: null,
}

/** Seals with the certificates that bear them, the newest first (CER-021, CER-022). */
export function SealList({ seals, owner }: { seals: readonly Seal[]; owner?: string }) {
  if (seals.length === 0)
    return (
      <EmptyState
        icon={IconCertificate}
        title="No seals yet"
        text={`A seal is the numbered mark of an approving agency on a certificate. ${owner ? `Those of ${owner}` : 'Yours'} stand here when a certificate bears one.`}
        action={
          owner === undefined && (
            <LinkButton href="/profile/certificates" variant="outline">
              See my certificates
            </LinkButton>
          )
        }
      />
    )
  return (
    <ul className={styles.list} aria-label="Seals">
      {seals.map((seal) => (
        <li key={seal.id}>
          <article className={styles.seal} aria-labelledby={`seal-${seal.id}`}>
            <SealMark image={seal.image} />
            <div className={styles.words}>
              <h2 id={`seal-${seal.id}`}>{seal.title}</h2>
              {STATUS[seal.status]}
              <p className={styles.number}>No. {seal.number}</p>
              <p>
                {seal.course_title}, <DayText value={seal.issued_at} />
              </p>
              <p className={styles.number}>
                Certificate <Anchor href={`/certificates/${seal.certificate_number}`}>{seal.certificate_number}</Anchor>
              </p>
            </div>
          </article>
        </li>
      ))}
    </ul>
  )
}
