import { Anchor } from '#ui/public/parts/anchor.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { DEFAULT_PRIMARY } from '#ui/theme/brand.ts'
import styles from '../portals.module.css'

type Props = { portal: { id: number; name: string; primary_color: string | null }; onLeave: () => void }

/** Name and color of the portal that a super admin works in, above every screen, with the way out (PRT-082). */
export function PortalStrip({ portal: { id, name, primary_color: color }, onLeave }: Props) {
  return (
    <section
      className={styles.strip}
      aria-label="Portal you work in"
      style={{ borderColor: color || DEFAULT_PRIMARY }}
      data-print="no"
    >
      <span className={styles.swatch} style={{ background: color || DEFAULT_PRIMARY }} aria-hidden="true" />
      <span>
        Working in <Anchor href={`/portals/${id}`}>{name}</Anchor>
      </span>
      <Button size="sm" variant="ghost" onClick={onLeave}>
        Leave this portal
      </Button>
    </section>
  )
}
