import { Input } from '@mantine/core'
import { useContext, useState } from 'react'
import { pictureFor } from '#kernel/uploads/picture-widths.ts'
import type { UploadRule } from '#kernel/uploads/uploads.ts'
import { IconPhoto } from '../../icons.tsx'
import { Button } from '../../public/parts/button.tsx'
import { FileButtons } from './file-buttons.tsx'
import styles from './picture-field.module.css'
import { PictureLibrary } from './picture-library.ts'

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
  /** Takes a picture of the library in place of a file (UPL-057). */
  onChoose?: (id: number) => void
  /** Absent for a picture that can only be replaced. */
  onRemove?: () => void
}

/** A picture that is saved as soon as it is chosen: shown, replaced, taken away. A file of a wrong kind is never sent. */
export function PictureField(props: PictureFieldProps) {
  const { label, description, src, alt, ground, rule, isDisabled, isUploading, isRemoving, onFile, onRemove } = props
  const { onChoose } = props
  const Library = useContext(PictureLibrary)
  const [isChoosing, setChoosing] = useState(false)
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
            {onChoose && Library && (
              <Button
                variant="outline"
                size="sm"
                icon={IconPhoto}
                aria-haspopup="dialog"
                disabled={isUploading || isRemoving}
                onClick={() => setChoosing(true)}
              >
                Choose from the library
                <span className="only-read"> {label}</span>
              </Button>
            )}
          </div>
        )}
        {isChoosing && Library && (
          <Library
            onPick={(id) => {
              setChoosing(false)
              onChoose?.(id)
            }}
            onClose={() => setChoosing(false)}
          />
        )}
      </div>
    </Input.Wrapper>
  )
}
