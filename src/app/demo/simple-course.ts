import { PUBLICATION } from '#kernel/product/statuses.ts'
import { HAZMAT_QUESTIONS } from './course-questions.ts'
import type { DemoCourse, DemoItem } from './course-types.ts'

type Task = Omit<Extract<DemoItem, { kind: 'assignment' }>, 'kind'>

/** A course with a text, an exam and, where it names one, an assignment. */
export const simple = ({
  assignment,
  ...values
}: Pick<DemoCourse, 'title' | 'cover' | 'meta_description' | 'duration_minutes' | 'prices' | 'categories'> &
  Partial<DemoCourse> & { assignment?: Task }): DemoCourse => ({
  description: `<p>${values.meta_description}</p><p>Learn when it suits you, on a phone, a tablet or a computer. What you have done is kept, and your certificate can be checked by anybody who needs to.</p>`,
  is_certificate_required: true,
  publication_status: PUBLICATION.published,
  outline: [
    {
      kind: 'module',
      title: 'About this course',
      items: [
        { kind: 'text', title: 'Introduction', text: `<h2>${values.title}</h2><p>${values.meta_description}</p>` },
        {
          kind: 'text',
          title: 'The rules',
          text: '<p>The rules in plain words, why they are there, and what an inspector looks at first.</p>',
        },
      ],
    },
    {
      kind: 'exam',
      title: 'Exam',
      attempts_number: 3,
      passing_score: 70,
      questions_count: 3,
      questions: HAZMAT_QUESTIONS.slice(2, 7),
    },
    ...(assignment ? [{ kind: 'assignment' as const, ...assignment }] : []),
  ],
  ...values,
})
