import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { mobileWords } from '#kernel/access/mobile-number.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { FormDialog, Wide } from '#ui/app/form/detail-form.tsx'
import { CheckboxField, TextField } from '#ui/app/form/fields.tsx'
import { DataList } from '#ui/app/list/data-list.tsx'
import { PartState } from '#ui/app/list/part-state.tsx'
import { Row, Rows } from '#ui/app/list/rows.tsx'
import card from '#ui/app/page-frame/part-card.module.css'
import { useApi, useCall } from '#ui/calls/api.tsx'
import { confirm } from '#ui/public/dialogs/confirm.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Badge } from '#ui/public/parts/badge.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { DateText, TimeText } from '#ui/public/parts/time.tsx'
import { removeMobile, sendStartLinks, setMobile, type showMobile } from '../../contract.ts'
import { textQueries } from '../queries.ts'
import styles from '../text-messages.module.css'

type Person = { id: number; display_name: string; email: string | null }
type State = Wire<typeof showMobile>['data']

/** The mobile number of a person, what was texted to it, and what may be done with it (TXT-008, TXT-011). */
export function PersonMobile({ person, hidesNone = false }: { person: Person; hidesNone?: boolean }) {
  const query = useQuery(textQueries(useApi()).ofPerson(person.id))
  const state = query.data?.data
  // Of use to people with a badge; others have their e-mail.
  if (person.email !== null && !state?.number && (hidesNone || !state?.can_change)) return null
  if (state && !state.number && !state.has_texts) return null
  return (
    <section className={card.part} aria-labelledby="text-messages">
      <h2 id="text-messages">Text messages</h2>
      {state ? <Shown person={person} state={state} /> : <PartState query={query} label="the mobile number" />}
    </section>
  )
}

const KINDS = { start: 'Link to set the PIN', 'sign-in': 'Link to sign in', code: 'Code' } as const
const STATUSES = {
  queued: { label: 'Waiting', tone: 'neutral' },
  sent: { label: 'Sent', tone: 'info' },
  delivered: { label: 'Delivered', tone: 'success' },
  failed: { label: 'Not delivered', tone: 'danger' },
} as const
const NOT_SENT = { label: 'Not sent', tone: 'danger' } as const

const standingOf = ({ status, sent_at }: State['messages'][number]) =>
  status === 'failed' && sent_at === null ? NOT_SENT : STATUSES[status]

const Standing = ({ state }: { state: State }) => {
  if (state.has_opted_out) return <Badge tone="danger">Opted out</Badge>
  return state.proved_at ? <Badge tone="success">Confirmed</Badge> : <Badge tone="warning">Not confirmed yet</Badge>
}

function Shown({ person, state }: { person: Person; state: State }) {
  const api = useApi()
  const client = useQueryClient()
  const { id, display_name: name } = person
  const [isOpen, setOpen] = useState(false)
  const refresh = () => void client.invalidateQueries()
  const onError = (error: Error) => void toast.error(error)
  const send = useCall(sendStartLinks, {
    onSuccess: () => {
      toast.success(`The link is on its way to ${name}.`)
      refresh()
    },
    onError: (error) => void toast.error(error.errors.user_ids?.[0] ?? error),
  })
  const remove = useCall(removeMobile, {
    onSuccess: () => {
      toast.success(`The mobile number of ${name} is removed.`)
      refresh()
    },
    onError,
  })
  const askRemove = async () => {
    const isSure = await confirm({
      title: `Remove the mobile number of ${name}?`,
      text: `Links that were sent to it stop working, and ${name} gets no more text messages.`,
      yes: 'Remove number',
      isDanger: true,
    })
    if (isSure) remove.mutate({ params: { id } })
  }
  return (
    <>
      {state.number ? (
        <DataList
          items={[
            {
              label: 'Mobile number',
              value: (
                <span className={styles.inline}>
                  {mobileWords(state.number)} <Standing state={state} />
                </span>
              ),
            },
            {
              label: 'Agreed to texts',
              value: state.consent && (
                <>
                  <DateText value={state.consent.at} format="long" />
                  {state.consent.by && `, recorded by ${state.consent.by.display_name}`}
                </>
              ),
            },
            ...(state.link_ends_at
              ? [
                  {
                    label: 'Open link',
                    value: (
                      <>
                        Sets the PIN until <DateText value={state.link_ends_at} format="long" />
                      </>
                    ),
                  },
                ]
              : []),
          ]}
        />
      ) : (
        <p>No mobile number. With one, {name} can get a link by text to set a PIN and to sign in.</p>
      )}
      {state.has_opted_out && (
        <p className={styles.muted}>
          {name} replied STOP and gets no more text messages. Only a reply of START from this phone changes that.
        </p>
      )}
      {state.messages.length > 0 && <Messages messages={state.messages} />}
      {state.can_change && (
        <div className={card.actions}>
          {state.can_send && (
            <Button
              variant="outline"
              isLoading={send.isPending}
              onClick={() => send.mutate({ body: { user_ids: [id] } })}
            >
              Send a link by text
            </Button>
          )}
          <Button variant="outline" aria-haspopup="dialog" onClick={() => setOpen(true)}>
            {state.number ? 'Change number' : 'Add mobile number'}
          </Button>
          {state.number && (
            <Button variant="danger-outline" isLoading={remove.isPending} onClick={() => void askRemove()}>
              Remove number
            </Button>
          )}
        </div>
      )}
      {isOpen && (
        <FormDialog
          isOpen
          onClose={() => setOpen(false)}
          title={state.number ? `Change the mobile number of ${name}` : `Add the mobile number of ${name}`}
          text={
            state.number
              ? 'Links that were sent to the present number stop working.'
              : 'It is confirmed as soon as a link that we text to it is used.'
          }
          saveLabel="Save number"
          savedText="The mobile number is saved."
          sendsUnchanged
          defaults={{ number: state.number ?? '', has_consented: false }}
          save={(_, body) => api.call(setMobile, { params: { id }, body })}
          onSaved={refresh}
        >
          <Wide>
            <TextField
              name="number"
              type="tel"
              label="Mobile number"
              placeholder="(212) 555-0147"
              description="In the USA, or with + and the country code."
              maxLength={40}
              required
            />
          </Wide>
          <Wide>
            <CheckboxField
              name="has_consented"
              label={`${name} agreed to receive text messages from us`}
              description="Your name and the time are recorded with it."
            />
          </Wide>
        </FormDialog>
      )}
    </>
  )
}

function Messages({ messages }: Pick<State, 'messages'>) {
  return (
    <Rows label="Newest text messages">
      {messages.map((message) => (
        <Row
          key={message.id}
          title={KINDS[message.kind]}
          note={
            <>
              <TimeText value={message.created_at} />
              {message.error && `. ${message.error}`}
            </>
          }
        >
          <Badge tone={standingOf(message).tone}>{standingOf(message).label}</Badge>
        </Row>
      ))}
    </Rows>
  )
}
