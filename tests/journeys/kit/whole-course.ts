import fs from 'node:fs'
import { singleSco } from '../../scorm/scorm-packages.ts'
import { madeCourse } from './made-course.ts'
import { authorExam, pdfOf, post, TALK, uploadMaterial } from './reading-course.ts'
import { uploadPackage } from './scorm-course.ts'

/** A course with every type of item: text, document, audio, video, knowledge check, exam, assignment, native SCORM. */
export const wholeCourse = (authorEmail: string) =>
  madeCourse(authorEmail, async (author, course) => {
    const items = `/admin/courses/${course.id}/items`
    const { itemable_id: module_id } = await post<{ itemable_id: number }>(author, `${items}/modules`, {
      title: 'Reading',
    })
    const document = await uploadMaterial(author, 'sheets.pdf', 'application/pdf', pdfOf(3))
    const sound = await uploadMaterial(author, 'talk.mp3', 'audio/mpeg', fs.readFileSync(TALK))
    await post(author, '/admin/module-items/text', { module_id, title: 'Words', text: '<p>Read me</p>' })
    await post(author, '/admin/module-items/document', { module_id, title: 'Sheets', media_uuid: document })
    await post(author, '/admin/module-items/audio', { module_id, title: 'Talk', media_uuid: sound })
    await post(author, '/admin/module-items/video', { module_id, title: 'Film', video: 'https://youtu.be/dQw4w9WgXcQ' })
    const check = await authorExam(author, course, { title: 'Check' }, 'surveys')
    const limited = { title: 'Test', passing_score: 100, attempts_number: 1, time_limit_minutes: 600 }
    const exam = await authorExam(author, course, limited)
    const task = await post<{ itemable_id: number }>(author, `${items}/assignments`, {
      title: 'Task',
      reqs: '<p>Write down who calls.</p>',
      attempts: 1,
      score: 70,
      allow_text_response: true,
    })
    const { id: scorm_id } = await uploadPackage<{ id: number; status: string }>(author, singleSco())
    const scorm = await post<{ itemable_id: number }>(author, `${items}/scorm-modules`, { title: 'Golf', scorm_id })
    return {
      check_id: check.itemable_id,
      exam_id: exam.itemable_id,
      task_id: task.itemable_id,
      scorm_id: scorm.itemable_id,
    }
  })
