import { pictureFor } from '#kernel/uploads/picture-widths.ts'
import { IconCertificate } from '#ui/icons.tsx'
import styles from '../seals.module.css'

/** The picture of a seal, or our own drawing if the agency has none; its name is next to it. */
export const SealMark = ({ image }: { image: string | null }) =>
  image ? (
    <img className={styles.mark} src={pictureFor(image, 56)} alt="" width={56} height={56} loading="lazy" />
  ) : (
    <span className={styles.mark} aria-hidden="true">
      <IconCertificate size={28} />
    </span>
  )
