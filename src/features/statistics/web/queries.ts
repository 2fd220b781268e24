import type { Api } from '#kernel/client.ts'
import { showExamStatistics, showItemStatistics, showQuestionStatistics } from '../contract.ts'

const versionOf = (version: number | null) => ({ query: version === null ? {} : { version } })

/** What the screens of statistics read. */
export const statisticsQueries = (api: Api) => ({
  exam: (examId: number, version: number | null) =>
    api.query(showExamStatistics, { params: { examId }, ...versionOf(version) }),
  question: (id: number) => api.query(showQuestionStatistics, { params: { id } }),
  items: (slug: string, version: number | null) =>
    api.query(showItemStatistics, { params: { slug }, ...versionOf(version) }),
})
