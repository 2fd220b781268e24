import type { SVGProps } from 'react'

export type IconProps = Omit<SVGProps<SVGSVGElement>, 'ref'> & { size?: number }
export type Icon = (props: IconProps) => React.ReactNode

/**
 * An icon is decoration: it is hidden from screen readers, and the word stands beside it or in the button's label. Its
 * lines are drawn as one path: a page holds dozens of icons, and each line would be an element of its own.
 */
export const icon = (nodes: [tag: string, attributes: Record<string, string>][]): Icon => {
  const drawing = <path d={nodes.map(([, { d }]) => d).join('')} />
  return ({ size = 20, ...rest }) => (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={size < 20 ? 2 : 1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      {...rest}
    >
      {drawing}
    </svg>
  )
}
