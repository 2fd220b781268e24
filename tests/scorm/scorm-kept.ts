import { listLearnerModules } from '#features/progress/contract.ts'
import { updateScormModule } from '#features/scorm/contract.ts'
import type { TestApp } from '../api.ts'
import type { PackageSpec } from './scorm-packages.ts'
import type { scormPlay } from './scorm-play.ts'

type Play = ReturnType<typeof scormPlay>
type PlayedModule = Awaited<ReturnType<Play['aModule']>>

/** Two parts without prerequisites, so each can be opened at any time. */
export const twoParts: PackageSpec = {
  title: 'Two Parts',
  items: [
    { identifier: 'one', title: 'One', page: 'one.html' },
    { identifier: 'two', title: 'Two', page: 'two.html' },
  ],
}

/** The stored data of played modules, and what learners' pages and authors do with them. */
export const scormRecords = (t: Pick<TestApp, 'platform' | 'as'>) => {
  const outlineOf = async ({ learner, course, related_id }: PlayedModule) =>
    t.as(learner).call(listLearnerModules, { params: { slug: course.slug }, query: { related_id } })
  /** The status of the module as the learner's outline shows it. */
  const statusOf = async (made: PlayedModule) => (await outlineOf(made)).data[0]?.status

  /** The stored data of an attempt, read behind the wall. */
  const keptOf = (attemptId: number | null) =>
    t.platform(async (tx) => {
      const attempt = await tx
        .selectFrom('scorm_attempts')
        .select(['launch', 'last_launch', 'seq', 'result', 'total_time', 'current_item'])
        .where('id', '=', attemptId ?? 0)
        .executeTakeFirstOrThrow()
      const scos = await tx
        .selectFrom('scorm_sco_states')
        .select(['sco', 'cmi', 'suspend_data', 'status', 'result', 'total_time', 'is_open'])
        .where('attempt_id', '=', attemptId ?? 0)
        .orderBy('sco')
        .execute()
      const journal = await tx
        .selectFrom('scorm_commits')
        .select(['launch', 'seq', 'event', 'cmi'])
        .where('attempt_id', '=', attemptId ?? 0)
        .orderBy('launch')
        .orderBy('seq')
        .execute()
      return { attempt, scos, journal }
    })

  /** Sends messages like the learner's own page. */
  const put = (
    { learner, module_id }: Pick<PlayedModule, 'learner' | 'module_id'>,
    started: Awaited<ReturnType<Play['start']>>,
    commits: ReturnType<typeof started.next>[],
    launch = started.launch,
  ) =>
    t.as(learner).call(updateScormModule, {
      params: { id: module_id },
      body: {
        progress_id: started.course_user_progress?.id ?? 0,
        details: { attempt_id: started.attempt_id ?? 0, launch, commits },
      },
    })

  const end = (made: PlayedModule, change: Record<string, unknown>) =>
    t.platform((tx) => tx.updateTable('enrollments').set(change).where('id', '=', made.related_id).execute())

  return { outlineOf, statusOf, keptOf, put, end }
}
