import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatCount } from '#kernel/format.ts'
import { CallFailure } from '#ui/app/list/part-state.tsx'
import { Person } from '#ui/app/person.tsx'
import { useApi, useCall } from '#ui/calls/api.tsx'
import { Dialog } from '#ui/public/dialogs/dialog.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { SkeletonText } from '#ui/public/lists/skeleton.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { listReplacedPackages, listVersionLearners, moveVersionLearners } from '../../contract.ts'
import { type AskedItem, askedText } from '../../rules/ask-again.ts'
import { formerOf, keyOf, type Place, type Replaced } from '../replaced.ts'
import { useVersionsChanged } from '../use-versions.ts'
import styles from '../versions.module.css'
import { AskAgain } from './ask-again.tsx'
import { KeepPlaces } from './keep-places.tsx'

type MoveDialogProps = {
  slug: string
  number: number
  /** The earlier versions in which learners are at work. */
  versions: readonly number[]
  learners: number
  onClose: () => void
}

const opened = (count: number): string => `${formatCount(count)} ${count === 1 ? 'item opens' : 'items open'}`
const inPeople = (count: number): string => `${formatCount(count)} ${count === 1 ? 'learner' : 'learners'}`

/** Asks before learners are moved to a version, and shows what it does to each of them (VER-008). */
export function MoveDialog({ slug, number, versions, learners, onClose }: MoveDialogProps) {
  const api = useApi()
  const [asked, setAsked] = useState<AskedItem[]>([])
  const [places, setPlaces] = useState<Readonly<Record<string, Place>>>({})
  const ask_again = asked.length > 0 ? asked : undefined
  const query = { sort: 'id', per_page: 50, ...(ask_again && { ask_again: askedText(ask_again) }) } as const
  const result = useQuery({
    ...api.query(listVersionLearners, { params: { slug, number }, query }),
    placeholderData: keepPreviousData,
  })
  const replaced = useQuery(api.query(listReplacedPackages, { params: { slug, number } }))
  const packages = replaced.data?.data ?? []
  const again = new Set(asked.filter(({ item_type }) => item_type === 'ScormModule').map(({ item_id }) => item_id))
  // Until somebody chooses, what a rehearsal advises.
  const placeOf = (one: Replaced): Place => {
    if (again.has(one.module.id)) return 'restart'
    return places[keyOf(one)] ?? (one.rehearsal?.advice === 'keep' ? 'keep' : 'restart')
  }
  const keep_places = packages.filter((one) => placeOf(one) === 'keep').map(formerOf)
  const changed = useVersionsChanged()
  const move = useCall(moveVersionLearners, {
    onSuccess: ({ data: { moved, reopened, kept } }) => {
      void changed()
      onClose()
      toast.success(
        [
          `${inPeople(moved)} moved to version ${number}.`,
          ...(reopened > 0 ? [`${opened(reopened)} again.`] : []),
          ...(kept > 0 ? [`${kept === 1 ? '1 place is' : `${formatCount(kept)} places are`} kept.`] : []),
        ].join(' '),
      )
    },
    onError: (error) => void toast.error(error),
  })
  const rows = result.data?.data ?? []
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`Move ${inPeople(learners)} to version ${number}?`}
      size="lg"
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button
            disabled={rows.length === 0 || !replaced.data}
            isLoading={move.isPending}
            onClick={() =>
              move.mutate({
                params: { slug, number },
                body: { ask_again, ...(keep_places.length > 0 && { keep_places }) },
              })
            }
          >
            Move learners
          </Button>
        </>
      }
    >
      <div className={styles.stack}>
        <p>
          Items they finished stay finished unless you ask for them again, and new items open for them. Learners who
          completed the course keep the version they completed. You cannot move anyone back.
        </p>
        <AskAgain slug={slug} versions={versions} number={number} asked={asked} onChange={setAsked} />
        {replaced.isPending && <SkeletonText lines={3} />}
        {replaced.error && <CallFailure error={replaced.error} refetch={replaced.refetch} />}
        <KeepPlaces
          slug={slug}
          number={number}
          replaced={packages}
          placeOf={placeOf}
          again={again}
          onChange={(key, place) => setPlaces((now) => ({ ...now, [key]: place }))}
        />
        {result.data && rows.length === 0 ? (
          <p>Nobody is at work in an earlier version anymore, so there is nobody to move.</p>
        ) : result.data ? (
          <section
            className={styles.scroll}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list is scrolled by keyboard as well
            tabIndex={0}
            aria-label="Learners"
            aria-busy={result.isPlaceholderData}
            data-former={result.isPlaceholderData || undefined}
          >
            <table className={styles.learners}>
              <thead>
                <tr>
                  <th scope="col">Learner</th>
                  <th scope="col">Version</th>
                  <th scope="col">Done now</th>
                  <th scope="col">Done after</th>
                  {asked.length > 0 && <th scope="col">Opens again</th>}
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <tr key={row.id}>
                    <th scope="row">
                      <Person user={row.learner} />
                    </th>
                    <td>{row.version}</td>
                    <td>
                      {row.items_done} of {row.items_total}
                    </td>
                    <td>
                      {row.items_done_after} of {row.items_total_after}
                    </td>
                    {asked.length > 0 && <td>{row.opens_again}</td>}
                  </tr>
                ))}
              </tbody>
            </table>
            {learners > rows.length && <p>And {formatCount(learners - rows.length)} more.</p>}
          </section>
        ) : result.error ? (
          <CallFailure error={result.error} refetch={result.refetch} />
        ) : (
          <SkeletonText lines={4} />
        )}
      </div>
    </Dialog>
  )
}
