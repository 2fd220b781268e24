import { lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react'
import type { Params } from '#kernel/errors.ts'
import type { ConfirmationKey } from '#kernel/product/texts.ts'
import { whenOnline } from '../../calls/when-online.ts'
import type { ConfirmQuestion, OpenQuestion } from './confirm-dialog.tsx'

const ConfirmDialog = lazy(() =>
  whenOnline(() => import('./confirm-dialog.tsx').then((file) => ({ default: file.ConfirmDialog }))),
)

type Notice = { title: string; text: ReactNode; button?: string }

let openQuestions: readonly OpenQuestion[] = []
let nextId = 1
const listeners = new Set<() => void>()
const change = (next: readonly OpenQuestion[]) => {
  openQuestions = next
  for (const listener of listeners) listener()
}
const ask = (question: ConfirmQuestion, isNotice: boolean) =>
  new Promise<boolean>((resolve) => {
    const id = nextId++
    const answer = (isYes: boolean) => {
      change(openQuestions.filter((other) => other.id !== id))
      resolve(isYes)
    }
    change([...openQuestions, { id, question, isNotice, answer }])
  })

// What is gone afterwards, or cannot be undone: there the button warns, and the focus starts on the other one.
const DANGEROUS: readonly ConfirmationKey[] = [
  'delete',
  'delete_several',
  'delete_domain',
  'delete_email',
  'delete_question_pool',
  'unenroll',
  'reset_exam',
  'unsaved_changes',
]

/**
 * Asks in a dialog. True only for the confirming button; false for the other one, Escape and closing (VAL-032). Takes
 * the key of a confirmation from the catalog with its placeholders and what to say before its text, or a question of
 * your own.
 */
export function confirm(question: ConfirmQuestion): Promise<boolean>
export function confirm(key: ConfirmationKey, params?: Params, before?: string): Promise<boolean>
export async function confirm(
  question: ConfirmQuestion | ConfirmationKey,
  params?: Params,
  before?: string,
): Promise<boolean> {
  if (typeof question !== 'string') return ask(question, false)
  const { confirmation } = await import('#kernel/product/texts.ts')
  const { title, text, confirm: yes, cancel: no } = confirmation(question, params)
  const whole = before ? (
    <>
      <p>{before}</p>
      <p>{text}</p>
    </>
  ) : (
    text
  )
  return ask({ title, text: whole, yes, no, isDanger: DANGEROUS.includes(question) }, false)
}

/** Tells something in a dialog with a title, a text and one button (UIX-028); done when it is closed. */
export const notify = async ({ title, text, button = 'OK' }: Notice): Promise<void> => {
  await ask({ title, text, yes: button }, true)
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
const NONE: readonly OpenQuestion[] = []

/** The place of the confirmations; stands once on every page. */
export function ConfirmOutlet() {
  const [current] = useSyncExternalStore(
    subscribe,
    () => openQuestions,
    () => NONE,
  )
  if (!current) return null
  return (
    <Suspense fallback={null}>
      <ConfirmDialog key={current.id} asked={current} />
    </Suspense>
  )
}
