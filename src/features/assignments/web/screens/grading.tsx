import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useApi } from '#ui/api.tsx'
import { DetailForm, FormSection, Wide } from '#ui/app/detail-form.tsx'
import { NumberField, TextAreaField } from '#ui/app/fields.tsx'
import { PageHeader } from '#ui/app/page-header.tsx'
import { grade, listAssignmentResponses, listCourseAssignments } from '../../contract.ts'
import { gradeOf } from '../../rules/attempts.ts'
import styles from '../assignments.module.css'
import { Attempts, FileLinks } from '../components/attempts.tsx'
import { assignmentQueries } from '../queries.ts'

const LISTS: readonly string[] = [listAssignmentResponses.path, listCourseAssignments.path]
type Values = { score: number | string; comment: string }

/** What a learner handed in, and the form that grades it; Ctrl+S saves (ASG-009, ASG-013, ASG-016). */
export function GradingScreen({ relatedId, assignmentId }: { relatedId: number; assignmentId: number }) {
  const api = useApi()
  const queryClient = useQueryClient()
  const query = assignmentQueries(api).progress(assignmentId, relatedId)
  const { data } = useSuspenseQuery(query).data
  const { assignment, course, learner, instructor_response: given } = data
  const list = `/courses/builder/${course.slug}/assignments`
  return (
    <>
      <PageHeader
        title={learner.display_name}
        text={assignment.title}
        crumbs={[
          { label: 'Courses', href: '/courses/admin' },
          { label: course.title, href: list },
          { label: 'Grading' },
        ]}
      />
      <div className={styles.grade}>
        {assignment.reqs && (
          <details className={styles.task}>
            <summary>The task</summary>
            {/* biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by the server when it was saved (PGB-034) */}
            <div dangerouslySetInnerHTML={{ __html: assignment.reqs }} />
            <FileLinks files={[...(assignment.file ? [assignment.file] : []), ...assignment.materials]} />
          </details>
        )}
        <Attempts attempts={data.attempts} title="Responses" />
        {data.attempts.length === 0 && <p>Nothing has been handed in yet.</p>}
        {data.can_grade && (
          <DetailForm<Values>
            key={data.current_attempt}
            defaults={{ score: '', comment: '' }}
            record={given ? { score: given.score, comment: given.comment ?? '' } : null}
            saveLabel={given ? 'Change the grading' : 'Grade'}
            savedText="The grading is saved, and the learner is told."
            save={(_, { score, comment }) =>
              api.call(grade, {
                params: { assignmentId },
                body: { related_id: relatedId, score: score as number, comment: comment || null },
              })
            }
            onSaved={(answer) => {
              queryClient.setQueryData(query.queryKey, answer as never)
              void queryClient.invalidateQueries({
                predicate: ({ queryKey }) => LISTS.includes(queryKey[0] as string),
              })
            }}
          >
            {({ values }) => (
              <FormSection
                title={`Attempt ${data.current_attempt}`}
                text={`${assignment.score} of 100 is enough to pass. The learner reads the score and your comment.`}
              >
                <NumberField
                  name="score"
                  label="Score"
                  description={
                    typeof values.score === 'number'
                      ? gradeOf(values.score, assignment.score) === 2
                        ? 'This is a pass.'
                        : 'This is not a pass.'
                      : 'From 0 to 100.'
                  }
                  min={0}
                  max={100}
                  allowDecimal={false}
                  required
                />
                <Wide>
                  <TextAreaField name="comment" label="Comment" maxLength={10_000} />
                </Wide>
              </FormSection>
            )}
          </DetailForm>
        )}
      </div>
    </>
  )
}
