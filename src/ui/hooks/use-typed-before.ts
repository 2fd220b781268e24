import { type RefObject, useLayoutEffect } from 'react'
import { takeNoted } from '../kept/note-typed.ts'

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const CONTROLS = 'input:not([type=hidden]), textarea, select'

const prototypeOf = (control: Control) =>
  control instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype

/** Sets the control's value again so that React, which knows the value the server drew, notices the change. */
const say = (control: HTMLInputElement | HTMLTextAreaElement, typed: string) => {
  // React watches assignments on the element itself; those by the prototype are to it what a person does.
  control.value = control.defaultValue
  Object.getOwnPropertyDescriptor(prototypeOf(control), 'value')?.set?.call(control, typed)
  control.dispatchEvent(new Event('input', { bubbles: true }))
}

const press = (box: HTMLInputElement) => {
  const isChecked = box.checked
  box.checked = !isChecked
  box.click()
}

const takeOver = (control: Control) => {
  if (control instanceof HTMLSelectElement) {
    const isChanged = [...control.options].some((option) => option.selected !== option.defaultSelected)
    const hasDefault = [...control.options].some((option) => option.defaultSelected)
    if (isChanged && (hasDefault || control.selectedIndex > 0))
      control.dispatchEvent(new Event('change', { bubbles: true }))
  } else if (control.type === 'file') {
    if ((control as HTMLInputElement).files?.length) control.dispatchEvent(new Event('change', { bubbles: true }))
  } else if (control.type === 'checkbox' || control.type === 'radio') {
    const box = control as HTMLInputElement
    // Of radios the chosen one speaks for its group.
    if (box.checked !== box.defaultChecked && (box.type === 'checkbox' || box.checked)) press(box)
  } else {
    const noted = control instanceof HTMLTextAreaElement ? takeNoted(control) : undefined
    const typed = noted?.typed ?? control.value
    const [from, to] = noted ? [noted.from, noted.to] : [control.selectionStart, control.selectionEnd]
    const focused = document.activeElement
    const isTyped = typed !== control.defaultValue
    if (isTyped) say(control as HTMLInputElement, typed)
    if (focused === control) {
      // Restores the caret for people who are typing, after React has drawn the change; fields such as e-mail fields have
      // no caret position.
      if (from !== null && to !== null)
        queueMicrotask(() => control.value === typed && control.setSelectionRange(from, to))
    } else if (isTyped) {
      // Leaving a field corrects what was typed, such as a number beyond its limits; number fields take the focus when
      // they hear of a change.
      queueMicrotask(() => {
        if (document.activeElement === control) (focused as HTMLElement | null)?.focus()
        else control.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
      })
    }
  }
}

/**
 * Takes over what somebody typed or chose inside of the element before the page's script ran: every controlled field
 * there hears of it as of any later change. Where the browser has drawn the element itself nothing differs, and nothing
 * happens.
 */
export const useTypedBefore = (root: RefObject<HTMLElement | null>): void => {
  useLayoutEffect(() => {
    for (const control of root.current?.querySelectorAll<Control>(CONTROLS) ?? []) takeOver(control)
  }, [root])
}
