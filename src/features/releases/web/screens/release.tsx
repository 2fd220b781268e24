import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { PageHeader } from '#ui/app/page-header.tsx'
import { useApi, useCall, useSession } from '#ui/calls/api.tsx'
import { IconArrowBackUp, IconCalendar, IconCircleCheck, IconEye, IconPencil, IconPlus, IconTrash } from '#ui/icons.tsx'
import { can } from '#ui/page/guard.ts'
import { later } from '#ui/page/later.tsx'
import { confirm } from '#ui/public/dialogs/confirm.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import {
  deleteRelease,
  dropItem,
  makePreviewLink,
  pickItem,
  publishRelease,
  rollBackRelease,
  scheduleRelease,
} from '../../contract.ts'
import { mayMove, type ReleaseKind, thingsInWords } from '../../rules/releases.ts'
import { ItemList } from '../components/item-list.tsx'
import { ReleaseBadge, ReleaseTimes } from '../components/release-state.tsx'
import { isOfSite, type Release } from '../queries.ts'
import styles from '../releases.module.css'

const rare = { isRare: true }
const AddDialog = later(() => import('../components/add-dialog.tsx').then((file) => file.AddDialog), rare)
const ChangesDialog = later(() => import('../components/changes-dialog.tsx').then((file) => file.ChangesDialog), rare)
const ValueDialog = later(() => import('../components/value-dialogs.tsx').then((file) => file.ValueDialog), rare)
const whens = () => import('../components/when-dialogs.tsx')
const TimeDialog = later(() => whens().then((file) => file.TimeDialog), rare)
const PreviewDialog = later(() => whens().then((file) => file.PreviewDialog), rare)
const RenameDialog = later(() => import('../components/name-dialog.tsx').then((file) => file.RenameReleaseDialog), rare)

type Edited = { kind: Exclude<ReleaseKind, 'page'>; record_id: number; value: Record<string, unknown> }
type Opened =
  | 'add'
  | 'time'
  | 'rename'
  | { link: { url: string; expires_at: string } }
  | { edited: Edited }
  | { compared: Release['items'][number] }
  | null

/** A release: what it changes, looking at the site with it, going live now or at a time, and going back (PGB-050). */
export function ReleaseScreen({ release }: { release: Release }) {
  const api = useApi()
  const router = useRouter()
  const client = useQueryClient()
  const session = useSession()
  const [opened, setOpened] = useState<Opened>(null)
  const [isPicking, setPicking] = useState(false)
  const { id, name, status, items, changed_since: changedSince } = release
  const params = { id }
  const mayUpdate = can(session, 'site-content.update')
  const mayEdit = mayUpdate && mayMove(status, 'edit')
  const refresh = () => client.invalidateQueries({ predicate: isOfSite })
  const close = () => setOpened(null)
  const failed = (error: unknown) => {
    void refresh()
    void toast.error(error)
  }
  const done = (text: string) => async () => {
    await refresh()
    toast.success(text)
  }
  const publish = useCall(publishRelease, { onSuccess: done('The release is live.'), onError: failed })
  const rollBack = useCall(rollBackRelease, {
    onSuccess: done('Visitors see again what they saw before this release.'),
    onError: failed,
  })
  const schedule = useCall(scheduleRelease, {
    onSuccess: done('The release waits until you publish it.'),
    onError: failed,
  })
  const pick = useCall(pickItem, { onSuccess: refresh, onError: failed })
  const drop = useCall(dropItem, { onSuccess: refresh, onError: failed })
  const remove = useCall(deleteRelease, {
    onSuccess: async () => {
      await router.navigate({ href: '/portals/releases' })
      await refresh()
    },
    onError: failed,
  })
  const preview = useCall(makePreviewLink, { onSuccess: ({ data }) => setOpened({ link: data }), onError: failed })

  const blocked = items.filter(({ standing }) => standing === 'behind' || standing === 'gone').map(({ title }) => title)
  const askToPublish = async () => {
    const isSure = await confirm({
      title: blocked.length > 0 ? 'Publish over newer changes?' : 'Publish this release?',
      text:
        blocked.length > 0
          ? `${thingsInWords(blocked)} changed after this release was put together. Publishing replaces that with what the release says. What was deleted stays deleted.`
          : `${items.length === 1 ? '1 change goes' : `${items.length} changes go`} live in one step. You can roll back afterwards.`,
      yes: 'Publish now',
      isDanger: blocked.length > 0,
    })
    if (isSure) publish.mutate({ params, body: { over: blocked.length > 0 } })
  }
  const askToRollBack = async () => {
    const isSure = await confirm({
      title: 'Roll back this release?',
      text: 'Visitors see again what they saw before it, in one step. The release stays here, and you can publish it again.',
      yes: 'Roll back',
    })
    if (isSure) rollBack.mutate({ params })
  }
  const askToDelete = async () => {
    if (await confirm('delete')) remove.mutate({ params })
  }
  const onPick = async (kind: ReleaseKind, recordId: number) => {
    const known = items.find((item) => item.kind === kind && item.record_id === recordId)
    if (known && kind !== 'page') return setOpened({ edited: { kind, record_id: recordId, value: known.value } })
    setPicking(true)
    try {
      const { data } = await api.call(pickItem, { params, body: { kind, record_id: recordId } })
      await refresh()
      const added = data.items.find((item) => item.kind === kind && item.record_id === recordId)
      setOpened(kind === 'page' || !added ? null : { edited: { kind, record_id: recordId, value: added.value } })
    } catch (error) {
      failed(error)
    } finally {
      setPicking(false)
    }
  }
  const saveValue = async ({ kind, record_id }: Edited, value: Record<string, unknown>) => {
    const answer = await api.call(pickItem, { params, body: { kind, record_id, value } }).catch((error: unknown) => {
      // The navigation has no form that shows what the server says of it.
      if (kind === 'navigation') failed(error)
      throw error
    })
    await refresh()
    return answer
  }

  return (
    <>
      <PageHeader
        title={name}
        badge={<ReleaseBadge status={status} />}
        text={<ReleaseTimes release={release} />}
        crumbs={[{ label: 'Releases', href: '/portals/releases' }, { label: name }]}
        actions={
          mayUpdate && (
            <>
              {mayEdit && items.length > 0 && (
                <>
                  <Button
                    variant="outline"
                    icon={IconEye}
                    isLoading={preview.isPending}
                    onClick={() => preview.mutate({ params })}
                  >
                    Preview
                  </Button>
                  <Button variant="outline" icon={IconCalendar} onClick={() => setOpened('time')}>
                    {status === 'scheduled' ? 'Change time' : 'Choose time'}
                  </Button>
                </>
              )}
              {status === 'scheduled' && (
                <Button
                  variant="outline"
                  isLoading={schedule.isPending}
                  onClick={() => schedule.mutate({ params, body: { publish_at: null } })}
                >
                  Unschedule
                </Button>
              )}
              {mayEdit && (
                <Button
                  icon={IconCircleCheck}
                  disabled={items.length === 0}
                  isLoading={publish.isPending}
                  onClick={() => void askToPublish()}
                >
                  Publish now
                </Button>
              )}
              {status === 'live' && (
                <Button
                  variant="outline"
                  icon={IconArrowBackUp}
                  isLoading={rollBack.isPending}
                  onClick={() => void askToRollBack()}
                >
                  Roll back
                </Button>
              )}
            </>
          )
        }
      />
      <div className={styles.stack}>
        {release.problem && (
          <Alert tone="danger" title="This release did not go live at its time">
            {release.problem}
          </Alert>
        )}
        {!release.problem && mayEdit && blocked.length > 0 && (
          <Alert tone="warning" title="Something newer is live">
            {thingsInWords(blocked)} changed after this release was put together. Pick or edit what is marked again, or
            publish over it.
          </Alert>
        )}
        {changedSince.length > 0 && (
          <Alert tone="warning" title="This release cannot be rolled back as it is">
            {thingsInWords(changedSince)} changed after this release went live. Rolling back would undo that.
          </Alert>
        )}
        <section className={styles.stack} aria-labelledby="release-changes">
          <div className={styles.head}>
            <h2 id="release-changes">Changes</h2>
            {mayEdit && (
              <Button size="sm" variant="outline" icon={IconPlus} onClick={() => setOpened('add')}>
                Add a change
              </Button>
            )}
          </div>
          {items.length === 0 ? (
            <p>Nothing is in this release yet. Add pages, widgets, promo buttons, the navigation or the theme.</p>
          ) : (
            <ItemList
              items={items}
              changedSince={changedSince}
              isLive={status === 'live'}
              mayEdit={mayEdit}
              onCompare={(compared) => setOpened({ compared })}
              onEdit={({ kind, record_id, value }) =>
                setOpened({ edited: { kind: kind as Edited['kind'], record_id, value } })
              }
              onRefresh={({ kind, record_id }) => pick.mutate({ params, body: { kind, record_id } })}
              onRemove={({ kind, record_id }) => drop.mutate({ params: { ...params, kind, recordId: record_id } })}
            />
          )}
        </section>
        {mayUpdate && (
          <div className={styles.actions}>
            <Button size="sm" variant="ghost" icon={IconPencil} onClick={() => setOpened('rename')}>
              Rename
            </Button>
            {mayMove(status, 'delete') && can(session, 'site-content.delete') && (
              <Button size="sm" variant="danger-outline" icon={IconTrash} onClick={() => void askToDelete()}>
                Delete release
              </Button>
            )}
          </div>
        )}
      </div>
      {opened === 'add' && (
        <AddDialog onClose={close} isPicking={isPicking} onPick={(kind, recordId) => void onPick(kind, recordId)} />
      )}
      {opened === 'time' && (
        <TimeDialog
          release={release}
          onClose={close}
          onSaved={() => {
            void refresh()
            close()
          }}
        />
      )}
      {opened === 'rename' && (
        <RenameDialog
          release={release}
          onClose={close}
          onSaved={() => {
            void refresh()
            close()
          }}
        />
      )}
      {opened !== null && typeof opened === 'object' && 'compared' in opened && (
        <ChangesDialog item={opened.compared} onClose={close} />
      )}
      {opened !== null && typeof opened === 'object' && 'link' in opened && (
        <PreviewDialog link={opened.link} onClose={close} />
      )}
      {opened !== null && typeof opened === 'object' && 'edited' in opened && (
        <ValueDialog
          kind={opened.edited.kind}
          value={opened.edited.value}
          save={(value) => saveValue(opened.edited, value)}
          onClose={close}
        />
      )}
    </>
  )
}
