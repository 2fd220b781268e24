import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { exportUsers } from '#features/accounts/contract.ts'
import type { ListedPerson } from '#features/accounts/web/public.ts'
import { showBadgeOptions } from '#features/badges/contract-options.ts'
import { PrintDialog } from '#features/badges/web/public.ts'
import { fetchExport } from '#features/exports/web/public.ts'
import { SendLinksDialog } from '#features/text-messages/web/public.ts'
import { remindOfSecondFactors } from '#features/two-factor/contract.ts'
import { urlOf } from '#kernel/client.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { FormDialog, Wide } from '#ui/app/form/detail-form.tsx'
import { MultiSelectField } from '#ui/app/form/fields.tsx'
import type { BulkAction } from '#ui/app/list/list-types.ts'
import { useApi, useSession } from '#ui/calls/api.tsx'
import {
  IconBell,
  IconCheck,
  IconDownload,
  IconLock,
  IconMessageCircle,
  IconPlus,
  IconPrinter,
  IconTag,
} from '#ui/icons.tsx'
import { can } from '#ui/page/guard.ts'
import { confirm } from '#ui/public/dialogs/confirm.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { updateManyBlockStatus, updateManyTags } from '../../contract.ts'
import { NOTHING_RETURNED } from '../../rules/returned.ts'
import { goingBack, wentBack } from '../going-back.ts'
import { seesEverybody } from '../sees-everybody.ts'
import { EnrollPeopleDialog, namesOf } from './enroll-people-dialog.tsx'

type Option = { value: string; label: string }
type Changed = Wire<typeof updateManyTags>['data']
type OpenDialog = {
  kind: 'tag' | 'enroll' | 'badges' | 'links'
  people: readonly ListedPerson[]
  answer: (isDone: boolean) => void
}

const people = (count: number) => (count === 1 ? '1 person' : `${count} people`)

/** Says how many were changed, and of each of the others why not. */
const tellChanged = ({ changed, refused }: Changed, done: string, returned = NOTHING_RETURNED): void => {
  if (changed.length > 0) toast.success(wentBack(`${people(changed.length)} ${done}.`, returned))
  for (const { display_name: name, message } of refused) toast.warning(`${name}: ${message}`)
}

/** What can be done with several selected people at once (USR-051), and the dialogs for it. */
export const useBulkPeople = (
  tags: readonly Option[],
  { reminds = false }: { reminds?: boolean } = {},
): { actions: BulkAction<ListedPerson>[]; dialogs: ReactNode } => {
  const api = useApi()
  const client = useQueryClient()
  const session = useSession()
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const ask = (kind: OpenDialog['kind'], selected: readonly ListedPerson[]) =>
    new Promise<boolean>((resolve) => {
      const answer = (isDone: boolean) => {
        setDialog(null)
        resolve(isDone)
      }
      setDialog({ kind, people: selected, answer })
    })
  const block = async (selected: readonly ListedPerson[], isBlocked: boolean) => {
    const word = isBlocked ? 'Block' : 'Unblock'
    const ids = selected.map(({ id }) => id)
    const isSure = await confirm({
      title: `${word} ${people(selected.length)}?`,
      text: isBlocked
        ? `${namesOf(selected)} cannot sign in to this portal until you unblock them. ${(await goingBack(api, ids)).sentence} Their records stay.`
        : `${namesOf(selected)} can sign in to this portal again.`,
      yes: word,
      isDanger: isBlocked,
    })
    if (!isSure) return false
    const body = { user_ids: ids, is_blocked: isBlocked }
    const { data } = await api.call(updateManyBlockStatus, { body })
    tellChanged(data, isBlocked ? 'blocked' : 'unblocked', data.returned)
    void client.invalidateQueries()
    return true
  }
  const remind = async (selected: readonly ListedPerson[]) => {
    const body = { user_ids: selected.map(({ id }) => id) }
    const { reminded, skipped } = (await api.call(remindOfSecondFactors, { body })).data
    if (reminded.length > 0) toast.success(`We sent a reminder to ${people(reminded.length)}.`)
    if (skipped.length > 0)
      toast.info(`${people(skipped.length)} got none: reminded today already, set up by now, or without an e-mail.`)
    return true
  }
  const save = async (selected: readonly ListedPerson[]) => {
    const query = { ids: selected.map(({ id }) => id).join(',') }
    const state = await fetchExport(`/api/v1${urlOf(exportUsers, { query })}`)
    if (state === 'started') toast.info('We are making the export. You will get a notification when it is ready.')
    return false
  }
  const mayChange = can(session, 'users.update') && seesEverybody(session)
  const texts = useQuery({ ...api.query(showBadgeOptions), enabled: can(session, 'users.update') }).data?.data
  const mayText = can(session, 'users.update') && texts?.has_texts === true
  const actions: BulkAction<ListedPerson>[] = [
    ...(can(session, 'users.create')
      ? [{ label: 'Enroll', icon: IconPlus, run: (rows: ListedPerson[]) => ask('enroll', rows) }]
      : []),
    ...(can(session, 'users.update') && session.portal.setting.has_badges
      ? [{ label: 'Print badges', icon: IconPrinter, run: (rows: ListedPerson[]) => ask('badges', rows) }]
      : []),
    ...(mayText
      ? [{ label: 'Send links by text', icon: IconMessageCircle, run: (rows: ListedPerson[]) => ask('links', rows) }]
      : []),
    ...(mayChange
      ? [
          ...(tags.length > 0
            ? [{ label: 'Tag', icon: IconTag, run: (rows: ListedPerson[]) => ask('tag', rows) }]
            : []),
          ...(reminds ? [{ label: 'Remind', icon: IconBell, run: remind }] : []),
          { label: 'Block', icon: IconLock, isDanger: true, run: (rows: ListedPerson[]) => block(rows, true) },
          { label: 'Unblock', icon: IconCheck, run: (rows: ListedPerson[]) => block(rows, false) },
        ]
      : []),
    { label: 'Export', icon: IconDownload, run: save },
  ]
  const dialogs = dialog && (
    <>
      {dialog.kind === 'enroll' && (
        <EnrollPeopleDialog
          people={dialog.people}
          onClose={() => dialog.answer(false)}
          onEnrolled={() => dialog.answer(true)}
        />
      )}
      {dialog.kind === 'badges' && (
        <PrintDialog
          people={dialog.people}
          onClose={() => dialog.answer(false)}
          onPrinted={() => dialog.answer(true)}
        />
      )}
      {dialog.kind === 'links' && (
        <SendLinksDialog
          people={dialog.people}
          onClose={() => dialog.answer(false)}
          onSent={() => dialog.answer(true)}
        />
      )}
      {dialog.kind === 'tag' && (
        <TagDialog
          people={dialog.people}
          tags={tags}
          onClose={() => dialog.answer(false)}
          onTagged={() => dialog.answer(true)}
        />
      )}
    </>
  )
  return { actions, dialogs }
}

type TagDialogProps = {
  people: readonly ListedPerson[]
  tags: readonly Option[]
  onClose: () => void
  onTagged: () => void
}

function TagDialog({ people: selected, tags, onClose, onTagged }: TagDialogProps) {
  const api = useApi()
  const client = useQueryClient()
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={`Tag ${people(selected.length)}`}
      text={`${namesOf(selected)}. Their other tags stay.`}
      savedText={false}
      defaults={{ add_tag_ids: [] as string[], remove_tag_ids: [] as string[] }}
      save={async (_, { add_tag_ids: added, remove_tag_ids: removed }) => {
        const { data } = await api.call(updateManyTags, {
          body: {
            user_ids: selected.map(({ id }) => id),
            add_tag_ids: added.map(Number),
            remove_tag_ids: removed.map(Number),
          },
        })
        tellChanged(data, 'tagged')
      }}
      onSaved={() => {
        void client.invalidateQueries()
        onTagged()
      }}
    >
      <Wide>
        <MultiSelectField name="add_tag_ids" label="Add these tags" data={[...tags]} searchable clearable />
      </Wide>
      <Wide>
        <MultiSelectField name="remove_tag_ids" label="Remove these tags" data={[...tags]} searchable clearable />
      </Wide>
    </FormDialog>
  )
}
