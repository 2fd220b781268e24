import { type Api, ApiError } from '#kernel/client.ts'
import { createCourseQuestion, createQuestionMessage } from '../contract.ts'
import type { Letter } from './outbox-store.ts'

/** Sends a letter and answers the id of its question; sent again it changes nothing (REV-030). */
export const sendLetter = async (api: Api, letter: Letter): Promise<number> => {
  const { slug, question_id: questionId, client_id, text } = letter
  const form = new FormData()
  form.set('client_id', client_id)
  if (text) form.set('text', text)
  for (const file of letter.files) form.append('files', file, file.name)
  if (questionId !== null) {
    const params = { slug, questionId }
    await api.call(createQuestionMessage, { params, body: { client_id } }, { files: form })
    return questionId
  }
  const related_id = Number(letter.related_id)
  form.set('related_id', String(related_id))
  if (letter.category_id !== null) form.set('category_id', String(letter.category_id))
  const body = { client_id, related_id }
  const { data } = await api.call(createCourseQuestion, { params: { slug }, body }, { files: form })
  return data.id
}

/** Whether a failure may pass: the network, the server, or a session that is renewed. Everything else stays refused. */
export const isPassing = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status >= 500 || [0, 401, 408, 419, 429].includes(error.status)
