import { type ComponentProps, useRef } from 'react'
import { acceptAttribute, checkUploads, type UploadRule } from '#kernel/uploads/uploads.ts'
import { IconTrash, IconUpload } from '../../icons.tsx'
import { toast } from '../../public/dialogs/toasts.tsx'
import { Button } from '../../public/parts/button.tsx'

type FileButtonsProps = {
  /** What the file is, for screen readers: `Logo`. */
  label: string
  words: { upload: string; replace: string; remove: string }
  rule: UploadRule
  hasFile: boolean
  isUploading: boolean
  isRemoving: boolean
  onFile: (file: File) => void
  /** Absent for a file that can only be replaced. */
  onRemove?: () => void
  size?: ComponentProps<typeof Button>['size']
  /** Read after the words of the buttons where those do not say what they are about. */
  about?: string
}

/** Chooses one file and checks it before passing it on. An existing file can be replaced or removed. */
export function FileButtons({ label, words, rule, hasFile, isUploading, isRemoving, ...inputProps }: FileButtonsProps) {
  const { onFile, onRemove, size, about } = inputProps
  const input = useRef<HTMLInputElement>(null)
  const choose = (file: File) => {
    const { shown } = checkUploads([{ name: file.name, size: file.size }], rule)
    if (shown[0]) toast.error(shown[0].message)
    else onFile(file)
  }
  return (
    <>
      <Button
        variant="outline"
        size={size}
        icon={IconUpload}
        isLoading={isUploading}
        onClick={() => input.current?.click()}
      >
        {hasFile ? words.replace : words.upload}
        {about && <span className="only-read"> {about}</span>}
      </Button>
      {hasFile && onRemove && (
        <Button variant="ghost" size={size} icon={IconTrash} isLoading={isRemoving} onClick={onRemove}>
          {words.remove}
          {about && <span className="only-read"> {about}</span>}
        </Button>
      )}
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept={acceptAttribute(rule)}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0]
          if (file) choose(file)
          // The same file may be chosen again after it was removed.
          event.currentTarget.value = ''
        }}
      />
    </>
  )
}
