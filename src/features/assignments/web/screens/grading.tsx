import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { EditKeeper } from '#ui/app/edits/kept-edits.tsx'
import { DetailForm, FormSection, Wide } from '#ui/app/form/detail-form.tsx'
import { versioned } from '#ui/app/form/edits.ts'
import { NumberField, TextAreaField } from '#ui/app/form/fields.tsx'
import { PageHeader } from '#ui/app/page-header.tsx'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { FileList } from '#ui/documents/file-list.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { LinkButton } from '#ui/public/parts/button.tsx'
import { Prose } from '#ui/public/parts/prose.tsx'
import { grade, listAssignmentResponses, listCourseAssignments } from '../../contract.ts'
import { gradeOf } from '../../rules/attempts.ts'
import styles from '../assignments.module.css'
import { Attempts } from '../components/attempts.tsx'
import { gradingPath } from '../grading-path.ts'
import { assignmentQueries } from '../queries.ts'

const LISTS: readonly string[] = [listAssignmentResponses.path, listCourseAssignments.path]
type Values = { score: number | string; comment: string }

/** A learner's response, and the form that grades it; Ctrl+S saves (ASG-009, ASG-013, ASG-016). */
export function GradingScreen({ relatedId, assignmentId }: { relatedId: number; assignmentId: number }) {
  const api = useApi()
  const { viewer } = useSession()
  const queryClient = useQueryClient()
  const query = assignmentQueries(api).progress(assignmentId, relatedId)
  const { data } = useSuspenseQuery(query).data
  const { assignment, course, learner, instructor_response: response } = data
  const record = useMemo(
    () => ({ score: response?.score ?? '', comment: response?.comment ?? '', ...versioned(data) }),
    [data, response],
  )
  const list = `/courses/builder/${course.slug}/assignments`
  /** Somebody else has graded this attempt, and the learner has handed in another one since. */
  const newAttempt = async (error: unknown) => {
    if ((error as { code?: string }).code !== 'record_changed') return error
    const latest = await queryClient.fetchQuery({ ...query, staleTime: 0 })
    if (latest.data.current_attempt === data.current_attempt) return error
    const text = `Nothing was saved: this attempt has been graded, and ${learner.display_name} has sent a new one. It is shown now.`
    return Object.assign(new Error(text), { status: 409 })
  }
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
      <NextWaiting slug={course.slug} relatedId={relatedId} assignmentId={assignmentId} />
      <div className={styles.grade}>
        {!data.is_in_course && (
          <Alert title="No longer in this learner’s course">
            {learner.display_name} was moved to a version of the course without this assignment. The responses are kept;
            there is nothing to grade.
          </Alert>
        )}
        {assignment.reqs && (
          <details className={styles.task}>
            <summary>The task</summary>
            <Prose html={assignment.reqs} />
            <FileList
              label="Task files"
              files={[...(assignment.file ? [assignment.file] : []), ...assignment.materials]}
            />
          </details>
        )}
        <Attempts attempts={data.attempts} title="Responses" />
        {data.attempts.length === 0 && <p>No responses yet.</p>}
        {data.can_grade && (
          <DetailForm<Values>
            key={data.current_attempt}
            defaults={{ score: '', comment: '' }}
            record={record}
            saveLabel={response ? 'Change the grading' : 'Grade'}
            savedText="The grade is saved, and the learner has been notified."
            save={async (_, { score, comment }, options) => {
              const body = { related_id: relatedId, score: score as number, comment: comment || null }
              try {
                return await api.call(grade, { params: { assignmentId }, body }, options)
              } catch (error) {
                throw await newAttempt(error)
              }
            }}
            onSaved={(answer) => {
              queryClient.setQueryData(query.queryKey, answer as never)
              void queryClient.invalidateQueries({
                predicate: ({ queryKey }) => LISTS.includes(queryKey[0] as string),
              })
            }}
          >
            {(record) => (
              <FormSection
                title={`Attempt ${data.current_attempt}`}
                text={`${assignment.score} of 100 is enough to pass. The learner reads the score and your comment.`}
              >
                <EditKeeper
                  id={`${viewer?.user_id} grading ${relatedId} ${assignmentId} ${data.current_attempt}`}
                  record={record}
                />
                <NumberField
                  name="score"
                  label="Score"
                  description={
                    typeof record.values.score === 'number'
                      ? gradeOf(record.values.score, assignment.score) === 2
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

/** The way to what waits next, so that a whole queue is graded without going back to its list (ASG-024). */
function NextWaiting({ slug, relatedId, assignmentId }: { slug: string; relatedId: number; assignmentId: number }) {
  const { data } = useQuery(assignmentQueries(useApi()).waiting(slug))
  const next = data?.data.find((one) => one.related_id !== relatedId || one.assignment.id !== assignmentId)
  if (!next) return null
  return (
    <div className={styles.next}>
      <LinkButton size="sm" variant="outline" href={gradingPath(slug, next)}>
        Next to grade: {next.learner.display_name}, {next.assignment.title}
      </LinkButton>
    </div>
  )
}
