import { scormModules } from '#features/outline/contract.ts'
import { listReplacedPackages, publishVersion } from '#features/versions/contract.ts'
import type { TestApp, TestPerson } from '../api.ts'
import { type PackageSpec, singleSco } from '../scorm/scorm-packages.ts'
import { scormPlay } from '../scorm/scorm-play.ts'
import { moveEach } from './moving.ts'
import { versioning } from './versioning.ts'

export const SUSPEND = 'cmi.suspend_data'
export const PLACE = 'cmi.core.lesson_location'

/** Published courses whose SCORM package is replaced while learners are in it. */
export const replacing = (t: TestApp) => {
  const play = scormPlay(t)
  const make = versioning(t)

  /** A published course with a package, and what its author does with it. */
  const packaged = async (spec: PackageSpec | Buffer = singleSco()) => {
    const made = await make.published()
    const { api, author, courseId, params } = made
    const first = await play.aPackage(author, spec, 'first.zip')
    const body = { title: 'Golf', scorm_id: first.id }
    const { data: item } = await api.call(scormModules.create, { params: { courseId }, body })
    let newest = await made.publish(1).then(({ data }) => data.number)
    const module_id = item.itemable_id

    /** Publishes a version with this package in the place of the one before. */
    const replaceBy = async (id: number): Promise<number> => {
      await api.call(scormModules.update, { params: { courseId, id: item.id }, body: { scorm_id: id } })
      newest = (await api.call(publishVersion, { params, body: { newest } })).data.number
      return newest
    }
    const replace = async (next: PackageSpec | Buffer, name = 'second.zip') => {
      const scorm = await play.aPackage(author, next, name)
      return { scorm, number: await replaceBy(scorm.id) }
    }
    const at = () => ({ ...params, number: newest })
    return {
      ...made,
      ...{ first, module_id, item, replaceBy, replace },
      replaced: async () => (await api.call(listReplacedPackages, { params: at() })).data,
      move: (body: Parameters<typeof moveEach>[2] = {}) => moveEach(api, at(), body),
    }
  }
  type Packaged = Awaited<ReturnType<typeof packaged>>

  /** A learner who has played the package up to a place. */
  const learnerAt = async (made: Packaged, place: string | null, more: Record<string, unknown> = {}) => {
    const learner: TestPerson = await t.make.person('learner', { portal: made.author.portal })
    const related_id = await make.enroll(made.author.portal, made.courseId, learner)
    const module = { learner, module_id: made.module_id, related_id, course: made.course }
    const start = () => play.start(module)
    const player = await start()
    const begin = player.next('golf', 'begin')
    const data = place === null ? {} : { [PLACE]: place, [SUSPEND]: `at ${place}`, ...more }
    await player.send([begin, ...(place === null ? [] : [player.next('golf', 'data', data)])])
    return { learner, related_id, module, start, player }
  }
  return { ...make, play, packaged, learnerAt }
}
