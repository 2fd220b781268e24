import { createElement, type SVGProps } from 'react'

export type IconProps = Omit<SVGProps<SVGSVGElement>, 'ref'> & { size?: number }
export type Icon = (props: IconProps) => React.ReactNode

/** An icon is decoration: it is hidden from screen readers, and the word stands beside it or in the button's label. */
export const icon = (nodes: [tag: string, attributes: Record<string, string>][]): Icon => {
  const drawing = nodes.map(([tag, attributes]) => createElement(tag, attributes))
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
