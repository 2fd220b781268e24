import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { DetailForm, FormSection, Wide } from '#ui/app/form/detail-form.tsx'
import { SwitchField, TextAreaField } from '#ui/app/form/fields.tsx'
import type { SaveOptions } from '#ui/app/form/use-record-form.ts'
import { PageHeader } from '#ui/app/page-header.tsx'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { LONGEST_TEXT, updateManagerSettings } from '../../contract.ts'
import styles from '../invitations.module.css'
import { invitationQueries } from '../queries.ts'

type Whose = { user_id?: number; portal_id?: number }

const DEFAULTS = {
  invitation_text: '',
  tells_accepted: true,
  tells_declined: true,
  tells_failed: true,
}

/** What somebody who invites has set: a text in the mail with its preview, and what they are notified of (MGR-019). */
export function SettingsScreen({ whose }: { whose: Whose }) {
  const api = useApi()
  const { viewer } = useSession()
  const queryClient = useQueryClient()
  const query = invitationQueries(api).settings(whose)
  const { data } = useSuspenseQuery(query).data
  const isOwn = data.user.id === viewer?.user_id
  const record = useMemo(() => ({ ...data, invitation_text: data.invitation_text ?? '' }), [data])
  const save = async (_: unknown, values: typeof DEFAULTS, options: SaveOptions) => {
    const body = { ...values, invitation_text: values.invitation_text.trim() || null }
    const answer = await api.call(updateManagerSettings, { query: whose, body }, options)
    queryClient.setQueryData(query.queryKey, answer)
    return answer.data
  }
  return (
    <>
      <PageHeader
        title="Invitation settings"
        crumbs={
          isOwn
            ? [{ label: 'Courses and credits', href: '/courses/managers' }, { label: 'Invitation settings' }]
            : [
                { label: 'Users', href: '/users' },
                { label: data.user.display_name, href: `/users/${data.user.id}/info` },
                { label: 'Invitation settings' },
              ]
        }
        text={
          isOwn
            ? 'For the invitations you send.'
            : `For the invitations of ${data.user.display_name}${data.user.email === null ? '' : ` (${data.user.email})`}.`
        }
      />
      <DetailForm key={data.user.id} defaults={DEFAULTS} record={record} save={save}>
        <FormSection title="Message" text="Added to every invitation e-mail, above the button.">
          <Wide>
            <TextAreaField
              name="invitation_text"
              label="Personal message"
              description="Say why they are invited and by when they should finish. Optional."
              autosize
              minRows={4}
              maxLength={LONGEST_TEXT}
            />
          </Wide>
        </FormSection>
        <FormSection title="Notifications" text="Shown under the bell when something happens to an invitation.">
          <Wide>
            <SwitchField name="tells_accepted" label="Someone accepts" />
          </Wide>
          <Wide>
            <SwitchField name="tells_declined" label="Someone declines" />
          </Wide>
          <Wide>
            <SwitchField name="tells_failed" label="An invitation expires or cannot be delivered" />
          </Wide>
        </FormSection>
      </DetailForm>
      <section className={styles.sample}>
        <h2>Preview</h2>
        <p className={styles.note}>The e-mail that people get, with your last saved message.</p>
        <p>
          <strong>Subject:</strong> {data.preview.subject}
        </p>
        <iframe
          className={styles.preview}
          title="Preview of the invitation e-mail"
          sandbox=""
          srcDoc={data.preview.html}
        />
      </section>
    </>
  )
}
