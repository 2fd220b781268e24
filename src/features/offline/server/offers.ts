import { createHash } from 'node:crypto'
import { loadOwnEnrollment } from '#features/enrollments/server/api.ts'
import { loadLibraryPictures, loadMaterials } from '#features/media/server/api.ts'
import { loadSeenContents, loadSeenOutline, type SeenModuleItem } from '#features/outline/server/api.ts'
import { countsTime } from '#features/trade-rules/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import type { z } from '#kernel/schema.ts'
import { textPictureIds } from '#kernel/uploads/text-pictures.ts'
import type { Tx } from '#platform/db/db.ts'
import type { OfflineItem } from '../contract.ts'
import { examReason, moduleReason, openUntil, outlineReason } from '../rules/offers.ts'
import type { OfflineExams } from './ports.ts'

type OfferedItem = z.output<typeof OfflineItem>

const sum = (sizes: readonly number[]): number => sizes.reduce((total, size) => total + size, 0)

const markOf = ({ title, text, media_id, video_id, captions }: SeenModuleItem): string =>
  createHash('sha256')
    .update(JSON.stringify([title, text, media_id, video_id, captions]))
    .digest('hex')
    .slice(0, 16)

/** Files and pictures of contents with their sizes, in two statements whatever their number. */
const loadSizes = async (tx: Tx, portalId: number, contents: readonly SeenModuleItem[]) => {
  const ids = contents.flatMap(({ media_id: own, captions }) => [own, ...(captions ?? []).map((each) => each.media_id)])
  const uuids = [...new Set(contents.flatMap(({ text }) => textPictureIds(text ?? '')))]
  const [files, pictures] = await Promise.all([
    loadMaterials(tx, portalId, ids),
    loadLibraryPictures(tx, portalId, uuids),
  ])
  const pictureSizes = new Map(pictures.map(({ uuid, size }) => [uuid, size]))
  return {
    file: (id: number | null): number | null => (id === null ? null : (files.get(id)?.size ?? null)),
    pictures: (text: string | null): number =>
      sum(textPictureIds(text ?? '').map((uuid) => pictureSizes.get(uuid) ?? 0)),
  }
}

/**
 * What of an own course can be kept on a device, with the size of each item, and until when it opens there (OFF-001 to
 * OFF-003, OFF-011). The enrollment says which course it is: the address that a device knows may be a former one (OFF-027), and
 * another course may have it now. Throws like every read of a course when the learner may not read it.
 */
export const showOwnOffline = async (offlineExams: OfflineExams, tx: Tx, ctx: SignedIn, related_id: number) => {
  const { id: portalId } = ctx.portal
  const enrollment = await loadOwnEnrollment(tx, ctx, { related_id, to: 'read' })
  const [course, outline, contents, isTimed, exams] = await Promise.all([
    tx
      .selectFrom('courses')
      .select(['slug', 'title'])
      .where('portal_id', '=', portalId)
      .where('id', '=', enrollment.course_id)
      .executeTakeFirstOrThrow(),
    loadSeenOutline(tx, portalId, enrollment.id),
    loadSeenContents(tx, portalId, enrollment.id),
    countsTime(tx, portalId, enrollment.course_id),
    offlineExams(tx, ctx, enrollment),
  ])
  const sizes = await loadSizes(tx, portalId, [...contents.values()])
  const inModule = (id: number, title: string, moduleId: number): OfferedItem[] => {
    const content = contents.get(id)
    if (!content) return []
    const file = sizes.file(content.media_id)
    const reason = moduleReason({ ...content, file_size: file, is_hosted: content.video_provider !== null })
    const captions = sum((content.captions ?? []).map(({ media_id }) => sizes.file(media_id) ?? 0))
    const text = Buffer.byteLength(content.text ?? '') + sizes.pictures(content.text)
    const size = reason === null ? text + (file ?? 0) + captions : 0
    const { itemable_type } = content
    const own = { itemable_type, itemable_id: id, module_id: moduleId, title, reason, size }
    return [{ ...own, mark: markOf(content), lease_id: null }]
  }
  const examOf = new Map(exams.map((exam) => [`${exam.item_type} ${exam.item_id}`, exam]))
  const stateOf = (type: string, id: number) => {
    const exam = examOf.get(`${type} ${id}`)
    if (!exam) return { reason: outlineReason(type), lease_id: null }
    return { reason: examReason(exam), lease_id: exam.lease_id }
  }
  const items = outline.flatMap(({ itemable_type, itemable_id, title, module_items }): OfferedItem[] =>
    itemable_type === 'Module'
      ? module_items.flatMap((item) => inModule(item.id, item.title, itemable_id))
      : [
          {
            itemable_type,
            itemable_id,
            module_id: null,
            title,
            ...stateOf(itemable_type, itemable_id),
            size: 0,
            // Its questions come with the lease and stay as they were.
            mark: '',
          },
        ],
  )
  return {
    data: {
      related_id: enrollment.id,
      slug: course.slug,
      title: course.title,
      reason: isTimed && enrollment.completed_at === null ? ('counts_time' as const) : null,
      open_until: openUntil(enrollment.expires_at, ctx.now),
      items,
    },
  }
}
