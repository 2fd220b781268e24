import { useOutbox } from '../use-outbox.ts'

/** Sends what course questions left behind on a bad network, from every page of the learner's area (REV-030). */
export function UnsentQuestions() {
  useOutbox()
  return null
}
