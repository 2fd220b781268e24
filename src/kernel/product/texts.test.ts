import { expect, test } from 'vitest'
import { CONFIRMATIONS, type ConfirmationKey, confirmation, TOASTS, toastText } from './texts.ts'

const keys = Object.keys(CONFIRMATIONS) as ConfirmationKey[]

test.each(keys)('the confirmation %s has a title, a text and two different buttons (VAL-032)', (key) => {
  const { title, text, confirm, cancel } = confirmation(key)
  for (const part of [title, text, confirm, cancel]) expect(part.trim()).not.toBe('')
  expect(confirm).not.toBe(cancel)
})

test('the confirm button names its action, except where the catalog gives its text (VAL-033, ERR-101, ERR-167, ERR-104, ERR-106, ERR-109)', () => {
  const params = { kind: 'exam' }
  const buttons = Object.fromEntries(
    keys.map((key) => [key, [confirmation(key, params).confirm, confirmation(key, params).cancel]]),
  )
  expect(buttons).toEqual({
    start_exam: ['Start the exam', 'Cancel'],
    finish_offline_exam: ['Finish the exam', 'Cancel'],
    take_exam_back: ['Take it back', 'Cancel'],
    complete_course: ['Complete the course', 'Cancel'],
    generate_certificate: ['Generate the certificate', 'Cancel'],
    delete: ['OK', 'Cancel'],
    delete_several: ['OK', 'Cancel'],
    delete_domain: ['Delete the domain', 'Cancel'],
    delete_email: ['Delete the email', 'Cancel'],
    unenroll: ['Yes', 'No, cancel'],
    reset_exam: ['Yes', 'No, cancel'],
    delete_question_pool: ['Delete the question pool', 'Cancel'],
    change_portal_type: ['Change the type', 'Cancel'],
    unsaved_changes: ['Discard Changes', 'Continue Editing'],
  })
})

test('the delete confirmation names the buttons it shows (ERR-101, VAL-033)', () => {
  const { text, confirm, cancel } = confirmation('delete')
  expect(text).toContain(`'${cancel}' to stop, '${confirm}' to delete.`)
})

test('the unenroll text names the role and completes the title (ERR-104, ERR-105)', () => {
  expect(confirmation('unenroll', { 'role name': 'Learner' })).toMatchObject({
    title: 'Are You Sure?',
    text: 'you want to unenroll this Learner from the course?',
  })
})

test('toasts have the title they are about (ERR-018, ERR-019)', () => {
  expect(toastText('course_copied', { title: 'Site Safety' })).toBe(
    'The course "Site Safety" is successfully duplicated!',
  )
  expect(toastText('invites_sent', { title: 'Site Safety' })).toBe('Invites for Site Safety were sent!')
  expect(toastText('saved')).toBe(TOASTS.saved.text)
})
