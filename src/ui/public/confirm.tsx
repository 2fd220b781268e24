import { type ReactNode, useSyncExternalStore } from 'react'
import type { Params } from '#kernel/errors.ts'
import { type ConfirmationKey, confirmation } from '#kernel/texts.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

export type ConfirmQuestion = {
  title: string
  text: ReactNode
  /** Texts of the confirming and the cancelling button (VAL-033). */
  yes?: string
  no?: string
  /** For what cannot be undone: the confirming button warns, and the focus starts on the other one. */
  isDanger?: boolean
}
type Notice = { title: string; text: ReactNode; button?: string }
type Asked = { id: number; question: ConfirmQuestion; isNotice: boolean; answer: (isYes: boolean) => void }

let asked: readonly Asked[] = []
let nextId = 1
const listeners = new Set<() => void>()
const change = (next: readonly Asked[]) => {
  asked = next
  for (const listener of listeners) listener()
}
const ask = (question: ConfirmQuestion, isNotice: boolean) =>
  new Promise<boolean>((resolve) => {
    const id = nextId++
    const answer = (isYes: boolean) => {
      change(asked.filter((other) => other.id !== id))
      resolve(isYes)
    }
    change([...asked, { id, question, isNotice, answer }])
  })

// What is gone afterwards, or cannot be undone.
const DANGEROUS: readonly ConfirmationKey[] = [
  'delete',
  'delete_domain',
  'delete_email',
  'delete_question_pool',
  'unenrol',
  'reset_exam',
]

/**
 * Asks in a dialog; true only for the confirming button, false for the other one, Escape and closing (VAL-032). Takes
 * the key of a confirmation of the catalogue with its placeholders, or a question of its own.
 */
export function confirm(question: ConfirmQuestion): Promise<boolean>
export function confirm(key: ConfirmationKey, params?: Params): Promise<boolean>
export function confirm(question: ConfirmQuestion | ConfirmationKey, params?: Params): Promise<boolean> {
  if (typeof question !== 'string') return ask(question, false)
  const { title, text, confirm: yes, cancel: no } = confirmation(question, params)
  return ask({ title, text, yes, no, isDanger: DANGEROUS.includes(question) }, false)
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
const NONE: readonly Asked[] = []

/** The place of the confirmations; stands once on every page. */
export function ConfirmOutlet() {
  const [current] = useSyncExternalStore(
    subscribe,
    () => asked,
    () => NONE,
  )
  if (!current) return null
  const { title, text, yes = 'OK', no = 'Cancel', isDanger } = current.question
  return (
    <Dialog
      key={current.id}
      isOpen
      isStrict
      role="alertdialog"
      size="sm"
      title={title}
      onClose={() => current.answer(false)}
      footer={
        <>
          {!current.isNotice && (
            <Button variant="outline" data-autofocus={isDanger || undefined} onClick={() => current.answer(false)}>
              {no}
            </Button>
          )}
          <Button
            variant={isDanger ? 'danger' : 'primary'}
            data-autofocus={!isDanger || undefined}
            onClick={() => current.answer(true)}
          >
            {yes}
          </Button>
        </>
      }
    >
      {typeof text === 'string' ? <p>{text}</p> : text}
    </Dialog>
  )
}
