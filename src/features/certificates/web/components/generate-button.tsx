import { useQueryClient } from '@tanstack/react-query'
import { useCall } from '#ui/calls/api.tsx'
import { IconCertificate } from '#ui/icons.tsx'
import { confirm } from '#ui/public/dialogs/confirm.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Button, type ButtonLook } from '#ui/public/parts/button.tsx'
import { createCertificates } from '../../contract.ts'
import { refreshCertificates } from '../queries.ts'

type GenerateButtonProps = ButtonLook & {
  /** Enrollments (related_id) whose certificates are wanted. */
  relatedIds: readonly number[]
  children?: string
}

/** Generates the certificates of finished courses after asking ERR-100 (CER-001); existing ones stay as they are. */
export function GenerateCertificateButton({
  relatedIds,
  children = 'Generate certificate',
  ...look
}: GenerateButtonProps) {
  const queryClient = useQueryClient()
  const generate = useCall(createCertificates, {
    onSuccess: async () => {
      await refreshCertificates(queryClient)
      toast.success('Save Successful')
    },
    onError: (error) => toast.error(error),
  })
  const ask = async () => {
    if (await confirm('generate_certificate')) generate.mutate({ body: { users_courses: [...relatedIds] } })
  }
  return (
    <Button
      icon={IconCertificate}
      isLoading={generate.isPending}
      disabled={relatedIds.length === 0}
      onClick={ask}
      {...look}
    >
      {children}
    </Button>
  )
}
