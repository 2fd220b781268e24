type Block = { type: string; props: Record<string, unknown> }
type Align = 'left' | 'center'
type Look = 'primary' | 'outline' | 'soft'

/** Makes the blocks of one page of the demo; every block gets its own id. */
export const blockMaker = (page: string) => {
  let made = 0
  const block = (type: string, props: Record<string, unknown>): Block => ({
    type,
    props: { id: `${type}-${page}-${++made}`, ...props },
  })
  const link = (href: string) => ({ href, target: 'current', follow: 'dofollow' })
  return {
    block,
    link,
    heading: (html: string, align: Align = 'left') => block('Heading', { html, align }),
    text: (html: string, align: Align = 'left') => block('EditorText', { mode: 'only-text', html, align }),
    icon: (icon: string, color: 'primary' | 'secondary' = 'primary') => block('Icon', { icon, color, size: 'md' }),
    picture: (src: string, alt: string) => block('Image', { src, alt, width: 960, height: 540 }),
    buttons: (items: readonly (readonly [label: string, href: string, look?: Look])[], align: Align = 'left') =>
      block('Buttons', {
        items: items.map(([label, href, look = 'primary']) => ({ label, look, link: link(href) })),
        align,
      }),
    chips: (items: readonly (readonly [label: string, href: string])[], align: Align = 'left') =>
      block('Chip', { items: items.map(([label, href]) => ({ label, link: link(href) })), align }),
    section: (props: Record<string, unknown>, ...columns: readonly (readonly Block[])[]) =>
      block('Section', {
        layout: String(columns.length),
        ...props,
        ...Object.fromEntries(columns.map((blocks, at) => [`column_${at + 1}`, blocks])),
      }),
  }
}
