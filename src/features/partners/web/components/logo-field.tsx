import { Input } from '@mantine/core'
import { useId, useRef } from 'react'
import type { ApiError } from '#kernel/client.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { acceptAttribute, checkUploads, UPLOAD_TYPES } from '#kernel/uploads.ts'
import { useCall } from '#ui/api.tsx'
import { IconBuilding, IconTrash, IconUpload } from '#ui/icons.tsx'
import { Button } from '#ui/public/button.tsx'
import { toast } from '#ui/public/toasts.tsx'
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
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const handlers = { onSuccess: onChange, onError: (error: ApiError) => void toast.error(messageOf(error)) }
  const upload = useCall(uploadCompanyLogo, handlers)
  const remove = useCall(removeCompanyLogo, handlers)
  const query = userId === undefined ? {} : { user_id: userId }
  const send = (file: File) => {
    const { shown } = checkUploads([{ name: file.name, size: file.size }], RULE)
    if (shown[0]) return void toast.error(shown[0].message)
    const form = new FormData()
    form.append('file', file)
    upload.mutate({ query, options: { files: form } })
  }
  return (
    <Input.Wrapper label="Logo" labelElement="div" labelProps={{ id }} description="jpg, png, gif or webp; up to 20 MB">
      <div className={styles.logo}>
        <span className={styles.picture}>
          {logo ? <img src={logo} alt={`Logo of ${name}`} /> : <IconBuilding size={28} />}
        </span>
        <Button
          variant="outline"
          size="sm"
          icon={IconUpload}
          aria-describedby={id}
          isLoading={upload.isPending}
          onClick={() => input.current?.click()}
        >
          {logo ? 'Replace the logo' : 'Upload a logo'}
        </Button>
        {logo && (
          <Button
            variant="ghost"
            size="sm"
            icon={IconTrash}
            isLoading={remove.isPending}
            onClick={() => remove.mutate({ query })}
          >
            Remove the logo
          </Button>
        )}
        <input
          ref={input}
          type="file"
          hidden
          aria-label="Logo"
          accept={acceptAttribute(RULE)}
          onChange={(event) => {
            const file = event.currentTarget.files?.[0]
            if (file) send(file)
            // The same file may be chosen again after it was removed.
            event.currentTarget.value = ''
          }}
        />
      </div>
    </Input.Wrapper>
  )
}

const messageOf = (error: ApiError): ApiError | string => error.errors.file?.[0] ?? error
