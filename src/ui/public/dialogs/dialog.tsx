import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { cx } from '../../cx.ts'
import { useHydrated } from '../../hooks/use-hydrated.ts'
import { IconX } from '../../icons.tsx'
import { IconButton } from '../parts/button.tsx'
import styles from './dialog.module.css'
import { keepInWindow } from './dialog-room.ts'
import { enterDialog } from './dialog-stack.ts'
import { ToastOutlet } from './toasts.tsx'

export type DialogProps = {
  isOpen: boolean
  /** Called for Escape, the close button and a click outside the dialog; never for a confirming button. */
  onClose: () => void
  title: ReactNode
  children: ReactNode
  /** Buttons at the end, the confirming one last. */
  footer?: ReactNode
  size?: 'sm' | 'md' | 'lg' | 'xl'
  /** A drawer at that side instead of a dialog in the middle. */
  side?: 'left' | 'right'
  role?: 'dialog' | 'alertdialog'
  /** Without the close button, and a click outside does nothing; Escape always works (UIX-028). */
  isStrict?: boolean
}

const FOCUSABLE =
  'a[href],button:not(:disabled),input:not(:disabled),select:not(:disabled),textarea:not(:disabled),summary,[tabindex]:not([tabindex="-1"])'

const SIZES = { sm: styles.small, md: undefined, lg: styles.large, xl: styles.wide }

const FIELDS = ':is(input, select, textarea):not([type=hidden], :disabled)'

/** Keeps Tab inside the dialog; the browser would move the focus to its own bars. */
const keepFocus = (event: KeyboardEvent<HTMLDialogElement>) => {
  if (event.key !== 'Tab' || event.defaultPrevented) return
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (element) => element.checkVisibility() && !element.closest('[inert]'),
  )
  const first = stops[0]
  const last = stops.at(-1)
  if (!first || !last) return event.preventDefault()
  const active = document.activeElement
  const isOutside = !event.currentTarget.contains(active) || active === event.currentTarget
  if (event.shiftKey ? active === first || isOutside : active === last) {
    event.preventDefault()
    ;(event.shiftKey ? last : first).focus()
  }
}

/** Whether a list or menu of the dialog is on the screen: a field without choices calls its empty list open as well. */
const hasOpenList = (dialog: HTMLElement): boolean =>
  [...dialog.querySelectorAll('[aria-haspopup][aria-expanded=true]')].some((opener) => {
    const list = document.getElementById(opener.getAttribute('aria-controls') ?? '')
    return list?.checkVisibility() ?? !opener.hasAttribute('aria-controls')
  })

// Without motion a menu is gone before the dialog that its entry opens is there, and the focus with it.
let lastFocused: Element | null = null
if (!import.meta.env.SSR) {
  document.addEventListener('focusin', ({ target }) => {
    lastFocused = target as Element
  })
}

/** What gets the focus back: of an entry in a menu, which is gone by then, the button that opened the menu. */
const findOpener = (): Element | null => {
  const active = document.activeElement === document.body ? lastFocused : document.activeElement
  const button = active?.closest('[role=menu]')?.getAttribute('aria-labelledby')
  return (button && document.getElementById(button)) || active
}

/** The buttons of a form that is the body of a dialog; they stay in view as those of a footer do (UIX-047). */
export const DialogButtons = ({ children }: { children: ReactNode }) => <div className={styles.buttons}>{children}</div>

/**
 * A modal dialog or drawer on the browser's own dialog element: traps the focus, gives it back to where it came from,
 * closes on Escape and holds the page behind it still (UIX-015, UIX-028, UIX-032). One that is taller than the window scrolls
 * its body alone (UIX-047). An element with `data-autofocus`
 * gets the focus first, else the first field (not in a drawer, where it would call up a phone's keyboard), else the
 * first button.
 */
export function Dialog({ isOpen, ...rest }: DialogProps) {
  const isHydrated = useHydrated()
  if (!isOpen || !isHydrated) return null
  return createPortal(<OpenDialog {...rest} />, document.body)
}

function OpenDialog({
  onClose,
  title,
  children,
  footer,
  size = 'md',
  side,
  role,
  isStrict,
}: Omit<DialogProps, 'isOpen'>) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })

  useLayoutEffect(() => {
    const element = dialog.current!
    const opener = findOpener()
    const root = document.documentElement
    // The page keeps its width while its scrollbar is away.
    if (!root.matches(':has(dialog:modal)')) {
      root.style.setProperty('--scrollbar', `${innerWidth - root.clientWidth}px`)
    }
    const leave = enterDialog(id)
    element.showModal()
    const content = body.current!.firstElementChild as HTMLElement
    const release = keepInWindow({ overlay: element, body: body.current!, content, focusable: FOCUSABLE })
    const target =
      element.querySelector<HTMLElement>('[data-autofocus]') ??
      (side ? null : element.querySelector<HTMLElement>(`.${styles.body} ${FIELDS}`))
    target?.focus()
    return () => {
      release()
      leave()
      element.close()
      // The dialog element does this itself, but not when the opener was moved or the dialog was removed first.
      if (opener instanceof HTMLElement && opener.isConnected && opener !== document.activeElement) opener.focus()
    }
  }, [id, side])

  useEffect(() => {
    const element = dialog.current!
    let isForList = false
    // Escape closes an open list or menu inside of the dialog first; when `cancel` comes, that list is closed already.
    const onKey = (event: globalThis.KeyboardEvent) => {
      isForList = event.key === 'Escape' && hasOpenList(element)
    }
    const onCancel = (event: Event) => {
      if (event.target !== element) return
      event.preventDefault()
      if (!isForList) close.current()
      isForList = false
    }
    // Browsers close a dialog on the second Escape in a row whatever `cancel` says; only our state may close it.
    const onClosed = (event: Event) => {
      if (event.target !== element || element.open || !element.isConnected) return
      element.showModal()
      close.current()
    }
    element.addEventListener('keydown', onKey, { capture: true })
    element.addEventListener('cancel', onCancel)
    element.addEventListener('close', onClosed)
    return () => {
      element.removeEventListener('keydown', onKey, { capture: true })
      element.removeEventListener('cancel', onCancel)
      element.removeEventListener('close', onClosed)
    }
  }, [])

  return (
    <dialog
      ref={dialog}
      role={role}
      aria-labelledby={id}
      aria-describedby={role === 'alertdialog' ? `${id}-text` : undefined}
      className={cx(styles.overlay, side && styles.side, side === 'right' && styles.right)}
      onKeyDown={keepFocus}
      onClick={(event) => {
        if (event.target === event.currentTarget && !isStrict) onClose()
      }}
      // What happens in a dialog is no business of a form around the place it was opened from.
      onSubmit={(event) => event.stopPropagation()}
    >
      <div className={cx(styles.panel, SIZES[size])}>
        <div className={styles.head}>
          <h2 id={id} className={styles.title}>
            {title}
          </h2>
          {!isStrict && <IconButton icon={IconX} label="Close" size="sm" onClick={onClose} />}
        </div>
        <div ref={body} id={`${id}-text`} className={styles.body}>
          <div className={styles.content}>{children}</div>
        </div>
        {footer && <div className={styles.foot}>{footer}</div>}
      </div>
      <ToastOutlet dialog={id} />
    </dialog>
  )
}
