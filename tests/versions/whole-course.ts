import { scormModules } from '#features/outline/contract.ts'
import { createQuestion } from '#features/question-pools/contract.ts'
import { singleSco } from '../scorm/scorm-packages.ts'
import type { scormPlay } from '../scorm/scorm-play.ts'
import type { versioning } from './versioning.ts'

/** A published course with texts, an exam of five questions, a package, and a certificate that finishing it issues. */
export const wholeCourse = async (make: ReturnType<typeof versioning>, play: ReturnType<typeof scormPlay>) => {
  const made = await make.published()
  const { api, author, courseId, pool } = made
  for (const text of ['Is it dry?', 'Is it tied?', 'Is it long enough?', 'Is it clean?'])
    await api.call(createQuestion, {
      params: { id: pool.id },
      body: {
        text,
        type: 'single',
        answers: [
          { text: 'Yes', is_correct: true },
          { text: 'No', is_correct: false },
        ],
      },
    })
  const scorm = await play.aPackage(author, singleSco())
  await api.call(scormModules.create, { params: { courseId }, body: { title: 'Golf', scorm_id: scorm.id } })
  await make.certify(made, { is_required: true })
  await made.publish(1)
  return made
}
