import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Wire } from '#kernel/endpoint.ts'
import { formatCount } from '#kernel/format.ts'
import { CallFailure } from '#ui/app/list/part-state.tsx'
import { Person } from '#ui/app/person.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { Dialog } from '#ui/public/dialogs/dialog.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { SkeletonText } from '#ui/public/lists/skeleton.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { Field, Select } from '#ui/public/parts/field.tsx'
import { type listCourseVersions, listReplacedPackages, listVersionLearners } from '../../contract.ts'
import { type AskedItem, askedText } from '../../rules/ask-again.ts'
import { formerOf, keyOf, type Place, type Replaced } from '../replaced.ts'
import styles from '../versions.module.css'
import { AskAgain } from './ask-again.tsx'
import { KeepPlaces } from './keep-places.tsx'

/** The most learners of one bulk change (BLK-001). */
const MOST = 1000

/** What was chosen: who is moved, to which version, and what becomes of their work. */
export type Move = {
  course_id: number
  version: number
  enrollment_ids?: number[]
  ask_again?: AskedItem[]
  keep_places?: { module_id: number; package_id: number }[]
}

type MoveDialogProps = {
  slug: string
  versions: Wire<typeof listCourseVersions>
  /** The enrollments that were selected; without them all learners at work in earlier versions. */
  ids?: readonly number[]
  onClose: () => void
  /** Makes the bulk change and opens its preview. */
  onMove: (move: Move) => Promise<void>
}

const inPeople = (count: number): string => `${formatCount(count)} ${count === 1 ? 'learner' : 'learners'}`

/** Asks to which version learners are moved and what becomes of their work, before the preview of the bulk change (VER-011, BLK-031). */
export function MoveDialog({ slug, versions, ids, onClose, onMove }: MoveDialogProps) {
  const api = useApi()
  const [number, setNumber] = useState(versions.newest)
  const [isMaking, setMaking] = useState(false)
  const [asked, setAsked] = useState<AskedItem[]>([])
  const [places, setPlaces] = useState<Readonly<Record<string, Place>>>({})
  const earlier = versions.data.filter((one) => one.number < number && one.in_progress > 0)
  const behind = earlier.reduce((sum, { in_progress }) => sum + in_progress, 0)
  const learners = ids?.length ?? behind
  const ask_again = asked.length > 0 ? asked : undefined
  const query = { sort: 'id', per_page: 50, ...(ask_again && { ask_again: askedText(ask_again) }) } as const
  const result = useQuery({
    ...api.query(listVersionLearners, { params: { slug, number }, query }),
    placeholderData: keepPreviousData,
    enabled: !ids,
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
  const rows = result.data?.data ?? []
  const isEmpty = !ids && rows.length === 0
  const make = async () => {
    setMaking(true)
    try {
      await onMove({
        course_id: versions.course_id,
        version: number,
        ...(ids && { enrollment_ids: [...ids] }),
        ...(ask_again && { ask_again }),
        ...(keep_places.length > 0 && { keep_places }),
      })
    } catch (error) {
      void toast.error(error)
      setMaking(false)
    }
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={ids ? `Move ${inPeople(learners)} to a version` : `Move ${inPeople(learners)} to version ${number}`}
      size="lg"
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={isEmpty || !replaced.data} isLoading={isMaking} onClick={() => void make()}>
            Continue
          </Button>
        </>
      }
    >
      <div className={styles.stack}>
        <p>
          Items they finished stay finished unless you ask for them again, and new items open for them. Learners who
          completed the course keep the version they completed. You see what changes for each learner before anyone is
          moved, and you can undo the move.
        </p>
        {learners > MOST && <p>You can move 1,000 learners at once. Move the others after these.</p>}
        {ids && (
          <Field label="Version">
            <Select
              value={String(number)}
              options={versions.data.map((one) => ({
                value: String(one.number),
                label: `Version ${one.number}${one.note ? `: ${one.note}` : ''}`,
              }))}
              onChange={({ currentTarget: { value } }) => {
                setNumber(Number(value))
                setAsked([])
              }}
            />
          </Field>
        )}
        <AskAgain
          slug={slug}
          versions={earlier.map((one) => one.number)}
          number={number}
          asked={asked}
          onChange={setAsked}
        />
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
        {ids ? null : result.data && rows.length === 0 ? (
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
