import { fillText, GENERIC_ERROR, type Params } from '../errors.ts'
import { NO_ANSWER } from '../faults/no-answer.ts'

/** Toasts and notices by key, with their requirement (ERR-016 to ERR-022, ERR-226). */
export const TOASTS = {
  saved: { id: 'ERR-016', text: 'Save Successful' },
  failed: { id: 'ERR-017', text: GENERIC_ERROR },
  no_answer: { id: 'ERR-226', text: NO_ANSWER },
  course_copied: { id: 'ERR-018', text: 'The course "{title}" is successfully duplicated!' },
  invites_sent: { id: 'ERR-019', text: 'Invites for {title} were sent!' },
  invalid_file_import: {
    id: 'ERR-020',
    text: 'The file cannot be imported. Please choose a page file exported from this page builder.',
  },
  required_fields: { id: 'ERR-021', text: 'Please fill in the required fields to continue.' },
  cart_items_removed: {
    id: 'ERR-022',
    text: 'Some items are no longer available and were removed from your cart.',
  },
} as const satisfies Record<string, { id: string; text: string }>

export type Toast = keyof typeof TOASTS

/** The text of a toast with its placeholders filled. */
export function toastText(toast: Toast, params?: Params): string {
  return fillText(TOASTS[toast].text, params)
}

/** Titles of refused files (ERR-072). */
export const UPLOAD_TITLES = {
  format: 'Wrong Format',
  size: 'Wrong Size',
  dimensions: 'Wrong Dimensions',
} as const

/** Texts of pages that must not fail to show: the unknown route and the error page that failed itself (ROU-003, ERR-014). */
export const PAGE_TEXTS = {
  unknown_route: { id: 'ROU-003', text: 'This page could not be found' },
  broken_error_page: { id: 'ERR-014', text: 'An error occurred while showing the error page' },
} as const

export interface Confirmation {
  title: string
  text: string
  /** The label of the confirming button. */
  confirm: string
  /** The button that leaves everything as it is; closing the dialog means the same (VAL-032). */
  cancel: string
}
type ConfirmationRow = Omit<Confirmation, 'confirm' | 'cancel'> & {
  id: string
  confirm?: string
  cancel?: string
}

const YES_NO = { confirm: 'Yes', cancel: 'No, cancel' } as const

/** Every confirmation. If the catalog gives only a text, the title names the action, as in ERR-107. */
export const CONFIRMATIONS = {
  start_exam: { id: 'ERR-098', title: 'Start the {kind}', text: 'Are you sure?', confirm: 'Start the {kind}' },
  finish_offline_exam: {
    id: 'ERR-224',
    title: 'Finish the {kind}',
    text: 'Questions without an answer count as wrong.',
    confirm: 'Finish the {kind}',
  },
  take_exam_back: {
    id: 'ERR-225',
    title: 'Take the {kind} back',
    text: 'You can then start it here. If you have started it on the other device, that attempt no longer counts; your answers there are kept for your instructor.',
    confirm: 'Take it back',
  },
  complete_course: {
    id: 'ERR-099',
    title: 'Complete Course',
    text: 'Do you want to complete this course?',
    confirm: 'Complete the course',
  },
  generate_certificate: {
    id: 'ERR-100',
    title: 'Generate Certificate',
    text: 'Do you want to generate course certificate?',
    confirm: 'Generate the certificate',
  },
  delete: {
    id: 'ERR-101',
    title: 'Are You Sure?',
    text: "You are about to permanently delete this item from your site. This action cannot be undone. 'Cancel' to stop, 'OK' to delete.",
  },
  delete_several: {
    id: 'ERR-167',
    title: 'Are You Sure?',
    text: "You are about to permanently delete these items from your site. This action cannot be undone. 'Cancel' to stop, 'OK' to delete.",
  },
  delete_domain: {
    id: 'ERR-102',
    title: 'Delete Domain',
    text: 'Do you want to delete this domain?',
    confirm: 'Delete the domain',
  },
  delete_email: {
    id: 'ERR-103',
    title: 'Delete Email',
    text: 'Do you want to delete this email?',
    confirm: 'Delete the email',
  },
  unenroll: {
    id: 'ERR-104',
    title: 'Are You Sure?',
    text: 'you want to unenroll this {role name} from the course?',
    ...YES_NO,
  },
  reset_exam: {
    id: 'ERR-106',
    title: 'Reset Exam',
    text: 'It will be impossible to undo this action and all progress will be lost.',
    ...YES_NO,
  },
  delete_question_pool: {
    id: 'ERR-107',
    title: 'Delete Question Pool',
    text: 'Are you sure? It will be impossible to change this parameter',
    confirm: 'Delete the question pool',
  },
  change_portal_type: { id: 'ERR-108', title: 'Change Portal Type', text: 'Are you sure?', confirm: 'Change the type' },
  unsaved_changes: {
    id: 'ERR-109',
    title: 'Unsaved Changes Detected',
    text: 'You have made changes that have not been saved. If you leave now, these changes will be lost. Do you want to exit without saving?',
    confirm: 'Discard Changes',
    cancel: 'Continue Editing',
  },
} as const satisfies Record<string, ConfirmationRow>

export type ConfirmationKey = keyof typeof CONFIRMATIONS

/** A confirmation ready to show: placeholders filled, "OK" where the row names no button, "Cancel" for the other one (VAL-033). */
export function confirmation(key: ConfirmationKey, params?: Params): Confirmation {
  const { title, text, confirm = 'OK', cancel = 'Cancel' }: ConfirmationRow = CONFIRMATIONS[key]
  const filled = (words: string) => fillText(words, params)
  return { title: filled(title), text: filled(text), confirm: filled(confirm), cancel }
}
