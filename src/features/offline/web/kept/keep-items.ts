import { urlOf } from '#kernel/client.ts'
import { keepPages } from '#ui/kept/keep-pages.ts'
import { newUuid } from '#ui/kept/new-uuid.ts'
import { showOfflineCourse } from '../../contract.ts'
import { fits, isExam, itemsToFetch, type KeptItem, keyOf, type OfferedItem, sizeOf } from '../../rules/kept.ts'
import type { Lease } from '../../rules/leased.ts'
import { SETTLED } from '../mark.ts'
import { keepFile, Refused, refusedBy, uuidOf } from './fetch-file.ts'
import { giveBack, leasesOfCourse, takeExam } from './leases.ts'
import {
  AREA,
  addItems,
  answerKey,
  filesOf,
  isFull,
  itemPath,
  outlineCalls,
  outlinePage,
  putJson,
  readCourse,
  renewCourse,
  renewItem,
  rollBack,
  saveCourse,
} from './store.ts'

/** A course as the server offers it to a device. */
export type Offer = {
  related_id: number
  slug: string
  title: string
  reason: string | null
  open_until: string
  items: OfferedItem[]
}

/** Why keeping stopped: no room, no connection, the server refuses, or the browser keeps nothing. */
export type KeepFault = 'full' | 'cut' | 'refused' | 'unable'
/** How far keeping is, in bytes. */
export type Keeping = { related_id: number; done: number; total: number; title: string }

type Answer = {
  title: string
  text?: string | null
  /** Of an exam. */
  description?: string | null
  file?: { name: string; url: string } | null
  captions?: { name: string; url: string }[]
}

const WORKER = '/on-this-device/worker.js'
const DEVICE_PAGE = '/on-this-device'
const SCOPES = ['/courses/learner/', DEVICE_PAGE]
const PICTURES = /\/api\/v1\/pictures\/[\w-]+/g

const call = async (path: string, relatedId: number, more = ''): Promise<unknown> => {
  const answer = await fetch(`/api/v1${path}?related_id=${relatedId}${more}`, {
    cache: 'no-store',
    headers: { accept: 'application/json' },
  })
  if (!answer.ok) throw await refusedBy(answer)
  return answer.json()
}

/** Reads what the server offers of a course. */
export const readOffer = async (slug: string, relatedId: number): Promise<Offer> => {
  const [path = ''] = urlOf(showOfflineCourse, { params: { slug } }).split('?')
  return ((await call(path, relatedId)) as { data: Offer }).data
}

/** What this browser still gives, as far as it says. */
export const roomHere = async (): Promise<{ quota?: number; usage?: number }> =>
  (await navigator.storage?.estimate?.()) ?? {}

/** Keeps the page of the outline and what it reads, as they are now. */
export const keepOutline = async (
  userId: number,
  course: { slug: string; related_id: number },
  loadParts: () => Promise<unknown>,
): Promise<void> => {
  for (const path of outlineCalls(course.slug)) {
    const answer = await call(path, course.related_id)
    await putJson(await filesOf(userId), answerKey(path, course.related_id), answer)
  }
  await keepPages({ userId, area: AREA, paths: [outlinePage(course), DEVICE_PAGE], loadParts })
}

type ItemKey = Pick<KeptItem, 'itemable_type' | 'itemable_id'>

/** The answer of an item. A locked item comes as well; the page keeps it closed until its turn. */
const readAnswer = async (item: ItemKey, relatedId: number) =>
  (await call(itemPath(item), relatedId, '&for_device=true')) as { data: Answer }

/** Keeps the answer of an item as it is now, as the page reads it; its files are here already. */
export const keepAnswer = async (userId: number, item: ItemKey, relatedId: number): Promise<void> => {
  const answer = await readAnswer(item, relatedId)
  await putJson(await filesOf(userId), answerKey(itemPath(item), relatedId), answer)
}

/** The id under which an exam is taken along: chosen once, so that a cut call finds its lease again. */
const leaseIdOf = (item: OfferedItem, known: KeptItem | undefined): string | null =>
  isExam(item) ? ((known && !known.is_complete ? known.lease_id : null) ?? newUuid()) : null

/** Everything of an item that may have pictures. */
const textsOf = ({ text, description }: Answer, lease: Lease | null): string =>
  [text, description, ...(lease?.questions ?? []).map((question) => question.text)].join(' ')

const union = (one: readonly string[], other: readonly string[]): string[] => [...new Set([...one, ...other])]

/**
 * Keeps one item with its files; what is there of them already is not fetched again. One that changed stays as it was until the
 * new one is whole (OFF-026), and one that was removed meanwhile stays away.
 */
const keepItem = async (userId: number, course: Offer, offered: OfferedItem, onBytes: (bytes: number) => void) => {
  const { related_id: relatedId } = course
  const { reason: _, ...item } = offered
  const known = (await readCourse(userId, relatedId))?.items.find((one) => keyOf(one) === keyOf(offered))
  if (!known) return
  const leaseId = leaseIdOf(offered, known)
  const base: KeptItem = known.is_complete ? known : { ...known, ...item, lease_id: leaseId }
  // The lease is named before it is taken, and what is fetched before it is there, so that nothing takes it for a remnant.
  if (!known.is_complete) await renewItem(userId, relatedId, base)
  const cache = await filesOf(userId)
  const lease = leaseId === null ? null : await takeExam(userId, course, item.itemable_id, leaseId)
  const answer = await readAnswer(item, relatedId)
  const { file, captions } = answer.data
  const files = [...(file ? [file] : []), ...(captions ?? [])]
  const uuids = files.map(({ url }) => uuidOf(url))
  const pictures = [...new Set(textsOf(answer.data, lease).match(PICTURES) ?? [])]
  const named = { files: union(known.files, uuids), pictures: union(known.pictures, pictures) }
  await renewItem(userId, relatedId, { ...base, ...named })
  for (const { url, name } of files) await keepFile(cache, { url, name, onBytes })
  for (const path of pictures) {
    if (await cache.match(path)) continue
    const picture = await fetch(path)
    if (!picture.ok) throw new Refused(picture.status)
    await cache.put(path, new Response(await picture.blob()))
  }
  await putJson(cache, answerKey(itemPath(item), relatedId), answer)
  await renewItem(userId, relatedId, { ...item, is_complete: true, files: uuids, pictures, lease_id: leaseId })
}

export type KeepRequest = {
  userId: number
  offer: Offer
  chosen: readonly OfferedItem[]
  loadParts: () => Promise<unknown>
  onProgress: (keeping: Keeping) => void
  /** Keeps nothing that is not kept yet: what was removed while another tab kept something does not come back. */
  isRenewal?: boolean
}

/**
 * Keeps the chosen items of a course on this device, with the page that opens them; one tab at a time. What was fetched stays
 * when it stops; only an item that does not fit goes again. Answers why it stopped, null when all is there.
 */
export const keepItems = async ({
  userId,
  offer,
  chosen,
  loadParts,
  onProgress,
  isRenewal = false,
}: KeepRequest): Promise<KeepFault | null> => {
  const { related_id: relatedId, items: _, reason: __, ...course } = offer
  if (typeof caches === 'undefined' || !navigator.serviceWorker || !navigator.locks) return 'unable'
  return navigator.locks.request('keeping-courses', async () => {
    const before = await readCourse(userId, relatedId)
    const known = new Set(before?.items.map(keyOf))
    const wanted = isRenewal ? chosen.filter((item) => known.has(keyOf(item))) : chosen
    if (wanted.length === 0) return null
    const missing = itemsToFetch(before?.items ?? [], wanted)
    const total = sizeOf(missing)
    if (fits(total, await roomHere()) === false) return 'full'
    let done = 0
    let current: OfferedItem | undefined
    const progress = () => onProgress({ related_id: relatedId, done, total, title: current?.title ?? offer.title })
    progress()
    localStorage.removeItem(SETTLED)
    try {
      const save = isRenewal ? renewCourse : saveCourse
      await save(userId, { ...course, related_id: relatedId, seen_at: Date.now() })
      // What was chosen goes on after a closed tab as well.
      const fresh = missing.filter((item) => !known.has(keyOf(item)))
      await addItems(
        userId,
        relatedId,
        fresh.map(({ reason: _reason, ...item }) => ({
          ...item,
          is_complete: false,
          files: [],
          pictures: [],
          lease_id: leaseIdOf({ ...item, reason: null }, undefined),
        })),
      )
      for (const scope of SCOPES) await navigator.serviceWorker.register(WORKER, { scope })
      await keepOutline(userId, offer, loadParts)
      for (const item of missing) {
        current = item
        const start = done
        await keepItem(userId, offer, item, (bytes) => {
          done = Math.min(start + item.size, done + bytes)
          progress()
        })
        done = start + item.size
        progress()
      }
      return null
    } catch (error) {
      if (isFull(error)) {
        await rollBack(userId, relatedId, before?.items ?? [])
        const held = new Set((await readCourse(userId, relatedId))?.items.map(({ lease_id: id }) => id))
        for (const leased of leasesOfCourse(userId, relatedId))
          if (leased.begun === null && !held.has(leased.lease.id)) await giveBack(userId, leased)
        return 'full'
      }
      return error instanceof Refused ? 'refused' : 'cut'
    }
  })
}
