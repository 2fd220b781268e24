import styles from './cover.module.css'
import { CoverPicture } from './cover.tsx'

type BundleCoverProps = {
  bundle: { thumbnail: string | null; courses: readonly { thumbnail?: string | null }[] }
  isFirst: boolean
  isSoon?: boolean
}

/** The bundle's own picture, else those of its first three courses that have one. */
export function BundleCover({ bundle, ...when }: BundleCoverProps) {
  const pictures = bundle.courses.flatMap((course) => course.thumbnail ?? []).slice(0, 3)
  if (bundle.thumbnail || pictures.length === 0) return <CoverPicture src={bundle.thumbnail} {...when} />
  return (
    <div className={styles.several}>
      {pictures.map((picture) => (
        <CoverPicture key={picture} src={picture} {...when} />
      ))}
    </div>
  )
}
