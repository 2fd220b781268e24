type Graded = { learner: { id: number }; related_id: number; assignment: { id: number } }

/** Where a learner's responses to an assignment are graded (ROU-081). */
export const gradingPath = (slug: string, { learner, related_id, assignment }: Graded): string =>
  `/courses/builder/${slug}/assignment-progress/${learner.id}/${related_id}/${assignment.id}`
