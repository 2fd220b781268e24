import { gradingPath } from '#features/assignments/web/public.ts'
import { formatNumber } from '#kernel/format.ts'
import { TitleWithNote } from '#ui/app/person.tsx'
import { Anchor } from '#ui/public/parts/anchor.tsx'
import type { Row } from '../queries.ts'

type ResponseTextProps = Pick<Row, 'user' | 'course' | 'response'> & { related_id: number | null }

/** The assignment that a row grades and the attempt, which opens with what was handed in. */
export function ResponseText({ user, course, response, related_id: related }: ResponseTextProps) {
  if (response === null) return '–'
  const { assignment_id: id, title, number } = response
  const note = `Attempt ${formatNumber(number)}`
  if (related === null) return <TitleWithNote title={title} note={note} />
  const path = gradingPath(course.slug, { learner: user, related_id: related, assignment: { id } })
  return <TitleWithNote title={<Anchor href={path}>{title}</Anchor>} note={note} />
}
