import { DEFAULT_PRIMARY } from '#ui/theme/brand.ts'
import styles from '../portals.module.css'

/** The main color of a portal, by which one knows it at a glance. */
export function Swatch({ color }: { color: string | null | undefined }) {
  return <span className={styles.swatch} style={{ background: color || DEFAULT_PRIMARY }} aria-hidden="true" />
}
