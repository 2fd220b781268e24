import { FormSection, Wide } from '#ui/app/form/detail-form.tsx'
import { useSession } from '#ui/calls/api.tsx'
import { can } from '#ui/page/guard.ts'
import { LinkButton } from '#ui/public/parts/button.tsx'
import { OpeningSteps } from '../components/opening-steps.tsx'
import { PortalBadge } from '../components/portal-badge.tsx'
import { PortalFacts } from '../components/portal-facts.tsx'
import styles from '../portals.module.css'
import { usePortal } from '../use-portal.ts'

/** Name, plan, status and links of the own portal (PRT-049). */
export function InfoScreen() {
  const session = useSession()
  const { portal } = usePortal()
  return (
    <div className={styles.page}>
      <FormSection
        title={portal.name}
        text={
          portal.status === 'active'
            ? 'Your portal is open: its people and, where you have a shop, its visitors can use it.'
            : 'These steps lead to the opening of your portal.'
        }
      >
        <Wide>
          <PortalBadge portal={portal} />
          {portal.status !== 'active' && <OpeningSteps portal={portal} />}
        </Wide>
      </FormSection>
      <PortalFacts
        portal={portal}
        links={
          can(session, 'my-subscription.view') && (
            <LinkButton variant="outline" href="/admin/my-subscription">
              Subscription and payments
            </LinkButton>
          )
        }
      />
    </div>
  )
}
