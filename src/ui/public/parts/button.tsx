import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { cx } from '../../cx.ts'
import { type Icon, IconLoader2 } from '../../icons.tsx'
import { Anchor, type AnchorProps } from './anchor.tsx'
import styles from './button.module.css'

export type ButtonLook = {
  /** One primary button per view; `danger` for what cannot be undone. */
  variant?: 'primary' | 'soft' | 'outline' | 'ghost' | 'danger' | 'danger-outline'
  size?: 'sm' | 'md' | 'lg'
  /** As wide as its container. */
  isBlock?: boolean
}
type Content = { icon?: Icon; iconAfter?: Icon; children: ReactNode }

const VARIANTS = {
  primary: styles.primary,
  soft: styles.soft,
  outline: styles.outline,
  ghost: styles.ghost,
  danger: styles.danger,
  'danger-outline': styles.dangerOutline,
}
const SIZES = { sm: styles.small, md: undefined, lg: styles.large }

/** The class of a button, for the router's own typed Link. */
export const buttonClass = ({ variant = 'primary', size = 'md', isBlock }: ButtonLook = {}, extra?: string): string =>
  cx(styles.button, VARIANTS[variant], SIZES[size], isBlock && styles.block, extra)

function Label({ icon: Before, iconAfter: After, children, size }: Content & { size?: 'sm' | 'md' | 'lg' }) {
  const iconSize = size === 'sm' ? 16 : 18
  return (
    <span className={styles.label}>
      {Before && <Before size={iconSize} />}
      {children}
      {After && <After size={iconSize} />}
    </span>
  )
}

export type ButtonProps = ButtonLook &
  Content &
  ButtonHTMLAttributes<HTMLButtonElement> & { isLoading?: boolean; ref?: Ref<HTMLButtonElement> }

/** A button; while loading it keeps its width and its focus, and answers no further click. */
export function Button({
  variant,
  size,
  isBlock,
  icon,
  iconAfter,
  isLoading,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      type={isLoading ? 'button' : type}
      className={buttonClass({ variant, size, isBlock }, className)}
      aria-busy={isLoading || undefined}
      onClick={isLoading ? undefined : onClick}
      {...rest}
    >
      <Label icon={icon} iconAfter={iconAfter} size={size}>
        {children}
      </Label>
      {isLoading && <IconLoader2 className={styles.spinner} size={18} />}
    </button>
  )
}

export type LinkButtonProps = ButtonLook & Content & AnchorProps

/** A link that looks like a button. */
export function LinkButton({ variant, size, isBlock, icon, iconAfter, className, children, ...rest }: LinkButtonProps) {
  return (
    <Anchor className={buttonClass({ variant, size, isBlock }, className)} {...rest}>
      <Label icon={icon} iconAfter={iconAfter} size={size}>
        {children}
      </Label>
    </Anchor>
  )
}

export type IconButtonProps = Omit<ButtonLook, 'isBlock'> &
  ButtonHTMLAttributes<HTMLButtonElement> & {
    icon: Icon
    /** Says what the button does; shown as a tip as well. */
    label: string
    isRound?: boolean
    ref?: Ref<HTMLButtonElement>
  }

/** A button that shows only an icon; the label is its name. */
export function IconButton({
  icon: Drawing,
  label,
  variant = 'ghost',
  size,
  isRound,
  className,
  ...rest
}: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={buttonClass({ variant, size }, cx(styles.square, isRound && styles.round, className))}
      {...rest}
    >
      <Drawing size={size === 'sm' ? 16 : 20} />
    </button>
  )
}
