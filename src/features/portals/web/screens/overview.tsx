import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { Wire } from '#kernel/endpoint.ts'
import { DetailForm, FormSection, Wide } from '#ui/app/form/detail-form.tsx'
import { versioned } from '#ui/app/form/edits.ts'
import { SelectField, TextField } from '#ui/app/form/fields.tsx'
import { useApi, useCall, useSession } from '#ui/calls/api.tsx'
import { can } from '#ui/page/guard.ts'
import { confirm } from '#ui/public/dialogs/confirm.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Button, LinkButton } from '#ui/public/parts/button.tsx'
import { listPortals, showPortal, showPortalById, updatePortal } from '../../contract.ts'
import { OpeningSteps } from '../components/opening-steps.tsx'
import { PortalFacts } from '../components/portal-facts.tsx'
import { PLANS } from '../portal-words.ts'
import styles from '../portals.module.css'
import type { Portal } from '../use-portal.ts'

type Question = { title: string; text: string; yes: string; no: string; isDanger?: boolean }

const pauseQuestion = ({ name }: Portal): Question => ({
  title: 'Pause Portal',
  text: `Nobody can use ${name} while it is paused: visitors read that it is paused, and learners cannot open their courses. Its admins still see the subscription. Nothing is deleted: progress, credits and certificates are kept.`,
  yes: 'Pause portal',
  no: 'Keep it open',
  isDanger: true,
})
const resumeQuestion = ({ name }: Portal): Question => ({
  title: 'Resume Portal',
  text: `${name} opens again at once, and everyone continues where they were.`,
  yes: 'Resume portal',
  no: 'Keep it paused',
})
const confirmQuestion = ({ name }: Portal): Question => ({
  title: 'Confirm Portal',
  text: `${name} is set up and opens to its people within a minute.`,
  yes: 'Confirm portal',
  no: 'Not yet',
})
const rejectQuestion = ({ name }: Portal): Question => ({
  title: 'Send Back Portal',
  text: `${name} goes back to its admins, who change the logo or the company name to hand it in again.`,
  yes: 'Send back',
  no: 'Cancel',
  isDanger: true,
})

const STATES: Record<Portal['status'], string> = {
  initializing: 'The portal is being created.',
  pending: 'Its admin uploads a logo and enters a company name; then it waits for your confirmation.',
  pending_validation: 'Everything is there. Look at the company and the logo, then confirm the portal.',
  processing: 'The portal is confirmed and is being set up. That takes a moment.',
  active: 'The portal is open.',
}

/** What a portal cannot do without, as long as it is missing: somebody who runs it, and a plan. */
function NextSteps({ portal: { id, users = [], subscription } }: { portal: Portal }) {
  const session = useSession()
  return (
    <div className={styles.buttons}>
      {users.length === 0 && can(session, 'users.create') && (
        <LinkButton variant="outline" href={`/users/create?portal_id=${id}&role=portal_admin`}>
          Add an admin
        </LinkButton>
      )}
      {!subscription && can(session, 'subscriptions.create') && (
        <LinkButton variant="outline" href={`/admin/subscriptions/attach?portal_id=${id}`}>
          Attach a plan
        </LinkButton>
      )}
    </div>
  )
}

/** Where a portal stands and what is missing; confirm, pause, resume, rename (PRT-069, PRT-073, PRT-083). */
export function OverviewScreen() {
  const id = Number((useParams({ strict: false }) as { id?: string }).id)
  const api = useApi()
  const session = useSession()
  const client = useQueryClient()
  const query = api.query(showPortalById, { params: { id } })
  const { data: portal } = useSuspenseQuery(query).data
  const isReadOnly = !can(session, 'portals.update')
  const take = async (answer: Wire<typeof updatePortal>) => {
    client.setQueryData(query.queryKey, answer)
    await Promise.all(
      [listPortals, showPortal].map(({ path }) => client.invalidateQueries({ queryKey: [path], refetchType: 'none' })),
    )
  }
  const update = useCall(updatePortal, { onSuccess: take, onError: (error) => void toast.error(error) })
  const ask = async (question: Question, body: object, done: string) => {
    if (!(await confirm(question))) return
    await update.mutateAsync({ params: { id }, body }).then(
      () => toast.success(done),
      () => {},
    )
  }
  const isPaused = portal.is_paused === true
  const canPause = !portal.flags.is_core && !portal.flags.is_admin
  return (
    <div className={styles.page}>
      <FormSection
        title="Status"
        text={
          isPaused ? 'The portal is paused. Its people cannot use it, and everything is kept.' : STATES[portal.status]
        }
      >
        <Wide>
          {portal.status !== 'active' && <OpeningSteps portal={portal} />}
          {!isReadOnly && (
            <div className={styles.buttons}>
              {portal.status === 'pending_validation' && (
                <>
                  <Button
                    isLoading={update.isPending}
                    onClick={() =>
                      void ask(confirmQuestion(portal), { is_confirmed: true }, 'The portal is confirmed and opens.')
                    }
                  >
                    Confirm portal
                  </Button>
                  <Button
                    variant="outline"
                    disabled={update.isPending}
                    onClick={() =>
                      void ask(
                        rejectQuestion(portal),
                        { is_confirmed: false },
                        'The portal was sent back to its admins.',
                      )
                    }
                  >
                    Send back
                  </Button>
                </>
              )}
              {canPause &&
                (isPaused ? (
                  <Button
                    isLoading={update.isPending}
                    onClick={() => void ask(resumeQuestion(portal), { is_paused: false }, 'The portal is open again.')}
                  >
                    Resume portal
                  </Button>
                ) : (
                  <Button
                    variant="danger-outline"
                    isLoading={update.isPending}
                    onClick={() => void ask(pauseQuestion(portal), { is_paused: true }, 'The portal is paused.')}
                  >
                    Pause portal
                  </Button>
                ))}
            </div>
          )}
        </Wide>
      </FormSection>
      <PortalFacts portal={portal as Portal} links={<NextSteps portal={portal as Portal} />} />
      <DetailForm
        key={portal.id}
        defaults={{ name: '', slug: '', plan_short_name: '' }}
        record={{ ...portal, ...versioned(portal), plan_short_name: portal.plan?.short_name ?? '' }}
        isReadOnly={isReadOnly}
        maySave={async ({ slug }) =>
          slug === portal.slug ||
          (await confirm({
            title: 'Change Address',
            text: `Links to ${portal.slug} stop working, in mails that were sent as well. Nobody is signed in at the new address yet.`,
            yes: 'Change address',
            no: 'Keep address',
            isDanger: true,
          }))
        }
        save={(payload, _, options) => api.call(updatePortal, { params: { id }, body: payload as never }, options)}
        onSaved={(answer) => void take(answer as Wire<typeof updatePortal>)}
      >
        <FormSection title="Name, address and plan" text="How the portal is called, and where it is reached.">
          <TextField name="name" label="Name" required maxLength={120} />
          <TextField
            name="slug"
            label="Address"
            required
            maxLength={63}
            disabled={portal.flags.is_admin}
            description={`${new URL(portal.origin).host} now.`}
          />
          <SelectField name="plan_short_name" label="Plan" data={PLANS} clearable />
        </FormSection>
      </DetailForm>
    </div>
  )
}
