import { pictureFor } from '#kernel/uploads/picture-widths.ts'
import { Anchor } from '../parts/anchor.tsx'
import styles from './logo.module.css'

/** What the frame of a page shows of its portal; the fields are those of the portal's settings (PRT-013). */
export type PortalLook = { name: string; logo: string | null; secondary_logo: string | null }

type LogoProps = {
  portal: PortalLook
  href?: string
  /** On the header's color, on the footer's, or on the surface of a screen. */
  place?: 'header' | 'footer' | 'surface'
}

/**
 * The logo in the header, or the one for dark backgrounds where the header is dark and in the footer; a missing second
 * logo falls back to the first, and without any the portal's name stands there (PRT-047, PRT-048).
 */
export function Logo({ portal, href = '/', place = 'header' }: LogoProps) {
  const { logo, name } = portal
  const onDark = portal.secondary_logo ?? logo
  // Of two, only the one that is seen is loaded.
  const picture = (src: string, className?: string, loading?: 'lazy') => (
    <img src={pictureFor(src, 160)} alt={name} width={128} height={32} loading={loading} className={className} />
  )
  return (
    <Anchor href={href} className={styles.logo}>
      {!logo && !onDark ? (
        <span>{name}</span>
      ) : place === 'footer' ? (
        picture(onDark!, undefined, 'lazy')
      ) : logo && logo !== onDark ? (
        <>
          {picture(logo, place === 'surface' ? styles.inLight : styles.plain)}
          {picture(onDark!, place === 'surface' ? styles.inDark : styles.onDark, 'lazy')}
        </>
      ) : (
        picture(onDark!)
      )}
    </Anchor>
  )
}
