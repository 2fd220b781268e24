import { FileDrop } from '#ui/app/file-drop.tsx'
import { FILES_MAX } from '../../rules/questions.ts'

type FileFieldProps = { files: readonly File[]; onChange: (files: File[]) => void; label?: string }

/** The files of a message, to choose and to take back. */
export function FileField({ files, onChange, label = 'Add files' }: FileFieldProps) {
  return (
    <FileDrop
      label={label}
      isMultiple
      isDisabled={files.length >= FILES_MAX}
      hint={`Up to ${FILES_MAX} files, 20 MB each.`}
      files={files.map((file, id) => ({ id, name: file.name, size: file.size }))}
      onFiles={(chosen) => onChange([...files, ...chosen].slice(0, FILES_MAX))}
      onRemove={({ id }) => onChange(files.filter((_, at) => at !== id))}
    />
  )
}
