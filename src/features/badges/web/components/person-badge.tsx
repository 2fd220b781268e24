import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { NEW_NUMBER } from '#kernel/access/badge-number.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { FormDialog, Wide } from '#ui/app/form/detail-form.tsx'
import { DataList } from '#ui/app/list/data-list.tsx'
import { PartState } from '#ui/app/list/part-state.tsx'
import card from '#ui/app/page-frame/part-card.module.css'
import { useApi, useCall, useSession } from '#ui/calls/api.tsx'
import { IconPlus, IconPrinter, IconRefresh, IconShieldLock, IconTrash } from '#ui/icons.tsx'
import { confirm } from '#ui/public/dialogs/confirm.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Badge } from '#ui/public/parts/badge.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { DateText, TimeText } from '#ui/public/parts/time.tsx'
import { giveStartCode, issueBadge, type showBadge, withdrawBadge } from '../../contract.ts'
import styles from '../badges.module.css'
import { badgeQueries } from '../queries.ts'
import { BadgesOff } from './badges-off.tsx'
import { BadgeNumberField } from './number-field.tsx'
import { PrintDialog } from './print-dialog.tsx'
import { StartCodeDialog } from './start-code-dialog.tsx'

type Person = { id: number; display_name: string; email: string | null }
type State = Wire<typeof showBadge>['data']
type Opened = 'issue' | 'print' | null

type PersonBadgeProps = {
  person: Person
  /** Shows nothing for somebody who signs in with an e-mail and has no badge. */
  hidesNone?: boolean
}

/** The badge of a person, its PIN and start code, and what may be done with them (BDG-032). */
export function PersonBadge({ person, hidesNone = false }: PersonBadgeProps) {
  const query = useQuery(badgeQueries(useApi()).ofPerson(person.id))
  const state = query.data?.data
  if (person.email !== null && !state?.badge && (hidesNone || !state?.can_change)) return null
  return (
    <section className={card.part} aria-labelledby="badge">
      <h2 id="badge">Badge</h2>
      {state ? <Shown person={person} state={state} /> : <PartState query={query} label="the badge" />}
    </section>
  )
}

/** Says that wrong tries lock the badge, and until when. */
const Lock = ({ until, where }: { until: string | null; where: string }) =>
  until && (
    <p className={styles.lock}>
      <Badge tone="warning">Locked</Badge> Too many wrong tries {where}. The next one is possible on{' '}
      <TimeText value={until} />. A new start code works right away.
    </p>
  )

function Secret({ state: { secret, start_code_ends_at: endsAt } }: { state: State }) {
  if (secret)
    return (
      <>
        {secret.is_pin ? 'PIN' : 'Password'} set on <DateText value={secret.set_at} format="long" />
        <Lock until={secret.locked_until} where="in new browsers" />
        <Lock until={secret.known_locked_until} where="in a browser used before" />
      </>
    )
  if (endsAt)
    return (
      <>
        Start code given, works until <DateText value={endsAt} format="long" />
      </>
    )
  return <Badge tone="warning">None: a start code is needed</Badge>
}

function Shown({ person, state }: { person: Person; state: State }) {
  const client = useQueryClient()
  const { id, display_name: name } = person
  const [opened, setOpened] = useState<Opened>(null)
  const [code, setCode] = useState<Wire<typeof giveStartCode>['data'] | null>(null)
  const refresh = () => void client.invalidateQueries()
  const onError = (error: Error) => void toast.error(error)
  const start = useCall(giveStartCode, {
    onSuccess: ({ data }) => {
      setCode(data)
      refresh()
    },
    onError,
  })
  const withdraw = useCall(withdrawBadge, {
    onSuccess: () => {
      toast.success(`The badge of ${name} is withdrawn.`)
      refresh()
    },
    onError,
  })
  const askStart = async () => {
    const isSure =
      state.secret === null ||
      (await confirm({
        title: `Give ${name} a new start code?`,
        text: `The present PIN or password of the badge stops working, and ${name} is signed out everywhere in this portal. Make sure first that it is really ${name} who asks.`,
        yes: 'Give start code',
        isDanger: true,
      }))
    if (isSure) start.mutate({ params: { id } })
  }
  const askWithdraw = async () => {
    const isSure = await confirm({
      title: `Withdraw the badge of ${name}?`,
      text: `${name} cannot sign in with it any more, and the PIN is gone. Training records stay.`,
      yes: 'Withdraw badge',
      isDanger: true,
    })
    if (isSure) withdraw.mutate({ params: { id } })
  }
  const { badge, can_change: canChange, can_start: canStart } = state
  const { has_badges: isOn } = useSession().portal.setting
  return (
    <>
      {!isOn && <BadgesOff />}
      {badge ? (
        <DataList
          items={[
            { label: 'Number', value: badge.number },
            {
              label: 'Given',
              value: (
                <>
                  <DateText value={badge.issued_at} format="long" />
                  {badge.issued_by && ` by ${badge.issued_by.display_name}`}
                </>
              ),
            },
            { label: 'PIN or password', value: <Secret state={state} /> },
          ]}
        />
      ) : (
        <p>
          {person.email === null
            ? `${name} has neither an e-mail nor a badge, and cannot sign in.`
            : !isOn
              ? 'No badge.'
              : `No badge. With one, ${name} can sign in with a number and a PIN.`}
        </p>
      )}
      <div className={card.actions}>
        {badge && canStart && (
          <Button
            variant="outline"
            icon={IconShieldLock}
            aria-haspopup="dialog"
            isLoading={start.isPending}
            onClick={() => void askStart()}
          >
            Give start code
          </Button>
        )}
        {isOn && badge && (canChange || canStart) && (
          <Button variant="outline" icon={IconPrinter} aria-haspopup="dialog" onClick={() => setOpened('print')}>
            Print badge
          </Button>
        )}
        {isOn && canChange && (
          <Button
            variant="outline"
            icon={badge ? IconRefresh : IconPlus}
            aria-haspopup="dialog"
            onClick={() => setOpened('issue')}
          >
            {badge ? 'Replace badge' : 'Give a badge'}
          </Button>
        )}
        {badge && canChange && (
          <Button
            variant="danger-outline"
            icon={IconTrash}
            isLoading={withdraw.isPending}
            onClick={() => void askWithdraw()}
          >
            Withdraw badge
          </Button>
        )}
      </div>
      {opened === 'issue' && <IssueDialog person={person} badge={badge} onClose={() => setOpened(null)} />}
      {opened === 'print' && (
        <PrintDialog people={[person]} onClose={() => setOpened(null)} onPrinted={() => setOpened(null)} />
      )}
      {code && <StartCodeDialog name={name} code={code} onClose={() => setCode(null)} />}
    </>
  )
}

type IssueDialogProps = { person: Person; badge: State['badge']; onClose: () => void }

/** A first badge, or another one in place of a lost one (BDG-006). */
function IssueDialog({ person: { id, display_name: name }, badge, onClose }: IssueDialogProps) {
  const api = useApi()
  const client = useQueryClient()
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={badge ? `Replace the badge of ${name}` : `Give ${name} a badge`}
      text={
        badge
          ? 'The code on the lost badge stops working. The PIN stays the same. Print the new badge afterwards.'
          : 'The number and a PIN take the place of e-mail and password. Print the badge afterwards.'
      }
      saveLabel={badge ? 'Replace badge' : 'Give badge'}
      savedText={badge ? 'The badge is replaced.' : 'The badge is given.'}
      sendsUnchanged
      defaults={{ badge_number: badge?.number ?? '' }}
      save={(_, { badge_number: number }) =>
        api.call(issueBadge, { params: { id }, body: { badge_number: number.trim() || NEW_NUMBER } })
      }
      onSaved={() => void client.invalidateQueries()}
    >
      <Wide>
        <BadgeNumberField />
      </Wide>
    </FormDialog>
  )
}
