import { browserStore } from '#ui/kept/browser-store.ts'

/** A question or message that waits for the network, with its files. `question_id` is null for a new question. */
export type Letter = {
  client_id: string
  user_id: number
  slug: string
  question_id: number | null
  related_id: number | null
  category_id: number | null
  text: string
  files: File[]
  created_at: string
}

const store = browserStore<Letter>('course-questions', 'letters', 'client_id')

/** Keeps a letter until it is forgotten; it outlives the page, files included. */
export const keepLetter = (letter: Letter): Promise<void> => store.put(letter)

export const forgetLetter = (clientId: string): Promise<void> => store.remove(clientId)

/** Everything of one person that waits in this browser, in the order in which it was written. */
export const storedLetters = async (userId: number): Promise<Letter[]> =>
  (await store.all())
    .filter((letter) => letter.user_id === userId)
    .toSorted((one, other) => one.created_at.localeCompare(other.created_at))
