import type { ApiError } from '#kernel/client.ts'
import { FormSection } from '#ui/app/form/detail-form.tsx'
import { PictureField } from '#ui/app/form/picture-field.tsx'
import { useCall } from '#ui/calls/api.tsx'
import { confirm } from '#ui/public/dialogs/confirm.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import * as contract from '../../contract.ts'
import { PORTAL_IMAGES, type PortalImage } from '../../rules/images.ts'
import { isOpenPortal } from '../../rules/portal-state.ts'
import { type Portal, usePortal } from '../use-portal.ts'

const IMAGES = [
  {
    image: 'logo',
    label: 'Logo',
    text: 'In the header, in e-mails and on invoices.',
    ground: 'light',
    calls: [contract.uploadLogo, contract.removeLogo],
  },
  {
    image: 'secondary_logo',
    label: 'Logo on dark',
    text: 'In the footer and on dark backgrounds; without one the logo.',
    ground: 'dark',
    calls: [contract.uploadSecondaryLogo, contract.removeSecondaryLogo],
  },
  {
    image: 'favicon',
    label: 'Page icon',
    text: 'In browser tabs.',
    ground: undefined,
    calls: [contract.uploadFavicon, contract.removeFavicon],
  },
  {
    image: 'social_logo',
    label: 'Share picture',
    text: 'Where a page without its own is shared; without one it is drawn.',
    ground: undefined,
    calls: [contract.uploadSocialLogo, contract.removeSocialLogo],
  },
  {
    image: 'default_certificate_logo',
    label: 'Certificate logo',
    text: 'On certificates; a jpg or png.',
    ground: 'light',
    calls: [contract.uploadDefaultCertificateLogo, contract.removeDefaultCertificateLogo],
  },
] as const satisfies {
  image: PortalImage
  label: string
  text: string
  ground: 'light' | 'dark' | undefined
  calls: unknown
}[]

const REMOVE_LOGO = {
  title: 'Remove Logo',
  text: 'Your portal cannot open without a logo. If it is waiting for confirmation, it goes back to the beginning.',
  yes: 'Remove logo',
  no: 'Keep logo',
  isDanger: true,
}

type PicturesProps = { images?: readonly PortalImage[]; isReadOnly: boolean }

/** The fields of the portal's pictures, or of some of them. */
export const PortalPictures = ({ images, isReadOnly }: PicturesProps) =>
  IMAGES.filter(({ image }) => images?.includes(image) ?? true).map((row) => (
    <Picture key={row.image} {...row} isReadOnly={isReadOnly} />
  ))

/** The pictures of the portal, each saved as soon as it is chosen (PRT-047, PRT-061, PRT-062). */
export function PortalImages({ isReadOnly }: { isReadOnly: boolean }) {
  return (
    <FormSection title="Pictures" text="Saved as soon as you choose them.">
      <PortalPictures isReadOnly={isReadOnly} />
    </FormSection>
  )
}

type PictureProps = (typeof IMAGES)[number] & { isReadOnly: boolean }

function Picture({ image, label, text, ground, calls: [uploadCall, removeCall], isReadOnly }: PictureProps) {
  const { portal, scope, take } = usePortal()
  const handlers = {
    onSuccess: ({ data }: { data: Portal }) => take(data),
    onError: (error: ApiError) => void toast.error(error.errors.file?.[0] ?? error),
  }
  // The calls differ by their address alone.
  const upload = useCall(uploadCall as typeof contract.uploadLogo, handlers)
  const remove = useCall(removeCall as typeof contract.removeLogo, handlers)
  const isKept =
    image === 'logo' && isOpenPortal(portal.status, { logo: portal.setting.logo, company_name: portal.company.name })
  const removeAsked = async () => {
    // Without a logo a portal that waits for its opening waits longer (PRT-073).
    if (image !== 'logo' || (await confirm(REMOVE_LOGO))) remove.mutate({ ...scope })
  }
  const send = (file: File) => {
    const form = new FormData()
    form.append('file', file)
    upload.mutate({ ...scope, body: {}, options: { files: form } })
  }
  return (
    <PictureField
      label={label}
      description={isKept ? `${text} An open portal needs a logo, so you can replace it but not remove it.` : text}
      src={portal.setting[image]}
      alt={`${label} of ${portal.name}`}
      {...(ground && { ground })}
      rule={PORTAL_IMAGES[image]}
      isDisabled={isReadOnly}
      isUploading={upload.isPending}
      isRemoving={remove.isPending}
      onFile={send}
      // The library is that of the portal in which one works.
      {...(!scope.query && { onChoose: (id) => upload.mutate({ ...scope, body: { library_id: id } }) })}
      {...(!isKept && { onRemove: () => void removeAsked() })}
    />
  )
}
