import { Input } from '@mantine/core'
import { pictureFor } from '#kernel/uploads/picture-widths.ts'
import type { UploadRule } from '#kernel/uploads/uploads.ts'
import { IconPhoto } from '../../icons.tsx'
import { FileButtons } from './file-buttons.tsx'
import styles from './picture-field.module.css'

type PictureFieldProps = {
  label: string
  description?: string
  /** The address of the picture there is. */
  src: string | null
  alt: string
  /** What the picture is made to stand on; else whatever the scheme has. */
  ground?: 'light' | 'dark'
  rule: UploadRule
  isDisabled?: boolean
  isUploading: boolean
  isRemoving: boolean
  onFile: (file: File) => void
  /** Absent for a picture that can only be replaced. */
  onRemove?: () => void
}

/** A picture that is saved as soon as it is chosen: shown, replaced, taken away. A file of a wrong kind is never sent. */
export function PictureField(props: PictureFieldProps) {
  const { label, description, src, alt, ground, rule, isDisabled, isUploading, isRemoving, onFile, onRemove } = props
  return (
    <Input.Wrapper label={label} labelElement="div" description={description}>
      <div className={styles.row}>
        <span className={styles.picture} data-ground={ground}>
          {src ? <img src={pictureFor(src, 160)} alt={alt} /> : <IconPhoto size={28} />}
        </span>
        {!isDisabled && (
          <div className={styles.buttons}>
            <FileButtons
              label={label}
              words={{ upload: 'Upload', replace: 'Replace', remove: 'Remove' }}
              rule={rule}
              size="sm"
              about={label}
              hasFile={Boolean(src)}
              isUploading={isUploading}
              isRemoving={isRemoving}
              onFile={onFile}
              {...(onRemove && { onRemove })}
            />
          </div>
        )}
      </div>
    </Input.Wrapper>
  )
}
