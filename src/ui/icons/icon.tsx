import type { SVGProps } from 'react'
import { cx } from '../cx.ts'

export type IconProps = Omit<SVGProps<SVGSVGElement>, 'ref'> & { size?: number }
export type Icon = (props: IconProps) => React.ReactNode

/**
 * An icon is decoration: it is hidden from screen readers, and a word is next to it or in the button's label. Its lines
 * are one path, and their drawing style is set once (`theme/tokens.css`): a page has dozens of icons, and separate
 * lines and attributes would cost an element and some bytes each.
 */
export const icon = (nodes: [tag: string, attributes: Record<string, string>][]): Icon => {
  const drawing = <path d={nodes.map(([, { d }]) => d).join('')} />
  return ({ size = 20, className, ...rest }) => (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      strokeWidth={size < 20 ? 2 : 1.75}
      className={cx('icon', className)}
      {...rest}
    >
      {drawing}
    </svg>
  )
}
