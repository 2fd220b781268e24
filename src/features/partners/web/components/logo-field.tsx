import { Input } from '@mantine/core'
import type { ApiError } from '#kernel/client.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { pictureFor } from '#kernel/uploads/picture-widths.ts'
import { UPLOAD_TYPES } from '#kernel/uploads/uploads.ts'
import { FileButtons } from '#ui/app/form/file-buttons.tsx'
import { useCall } from '#ui/calls/api.tsx'
import { IconBuilding } from '#ui/icons.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { removeCompanyLogo, type showOwnCompany, uploadCompanyLogo } from '../../contract-partner.ts'
import styles from '../own-company.module.css'

const RULE = { extensions: UPLOAD_TYPES.img }

type Answer = Wire<typeof uploadCompanyLogo>
type LogoFieldProps = {
  company: NonNullable<Wire<typeof showOwnCompany>['data']>
  userId: number | undefined
  onChange: (answer: Answer) => void
}

/** The logo of the company; it is saved as soon as it is chosen (PAR-009). */
export function LogoField({ company: { name, logo }, userId, onChange }: LogoFieldProps) {
  const handlers = { onSuccess: onChange, onError: (error: ApiError) => void toast.error(messageOf(error)) }
  const upload = useCall(uploadCompanyLogo, handlers)
  const remove = useCall(removeCompanyLogo, handlers)
  const query = userId === undefined ? {} : { user_id: userId }
  const send = (file: File) => {
    const form = new FormData()
    form.append('file', file)
    upload.mutate({ query, options: { files: form } })
  }
  return (
    <Input.Wrapper label="Logo" labelElement="div" description="jpg, png, gif or webp; up to 20 MB">
      <div className={styles.logo}>
        <span className={styles.picture}>
          {logo ? <img src={pictureFor(logo, 160)} alt={`Logo of ${name}`} /> : <IconBuilding size={28} />}
        </span>
        <FileButtons
          label="Logo"
          words={{ upload: 'Upload a logo', replace: 'Replace the logo', remove: 'Remove the logo' }}
          rule={RULE}
          size="sm"
          hasFile={logo !== null}
          isUploading={upload.isPending}
          isRemoving={remove.isPending}
          onFile={send}
          onRemove={() => remove.mutate({ query })}
        />
      </div>
    </Input.Wrapper>
  )
}

const messageOf = (error: ApiError): ApiError | string => error.errors.file?.[0] ?? error
