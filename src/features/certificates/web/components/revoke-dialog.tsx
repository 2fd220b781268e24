import { useQueryClient } from '@tanstack/react-query'
import { rule, z } from '#kernel/schema.ts'
import { FormDialog, Wide } from '#ui/app/form/detail-form.tsx'
import { TextAreaField } from '#ui/app/form/fields.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { revokeCertificate } from '../../contract.ts'
import { type CertificateShown, refreshCertificates } from '../queries.ts'

const BODY = z.object({ reason: rule.plainText(500, { is_required: true, has_lines: true }) })

/** Asks for the reason and revokes a certificate, which cannot be undone (CER-024). */
export function RevokeDialog({ certificate, onClose }: { certificate: CertificateShown; onClose: () => void }) {
  const api = useApi()
  const client = useQueryClient()
  return (
    <FormDialog
      isOpen
      isDanger
      title="Revoke this certificate?"
      text={`Certificate ${certificate.number} for ${certificate.course_title} stays in the records, and its verification page says that it is revoked. ${certificate.holder_name} gets an e-mail with your reason. You cannot undo this.`}
      saveLabel="Revoke certificate"
      savedText="The certificate is revoked."
      onClose={onClose}
      defaults={{ reason: '' }}
      schema={BODY}
      save={(_, { reason }) => api.call(revokeCertificate, { params: { id: certificate.id }, body: { reason } })}
      onSaved={() => void refreshCertificates(client)}
    >
      <Wide>
        <TextAreaField
          name="reason"
          label="Reason"
          description="The certificate holder reads it; the public verification page does not show it."
          required
          maxLength={500}
        />
      </Wide>
    </FormDialog>
  )
}
