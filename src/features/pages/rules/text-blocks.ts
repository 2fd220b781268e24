type Block = { type: string; props: { id: string } & Record<string, unknown> }

const isText = (block: unknown): block is { props: { html: string } } => {
  const { type, props } = block as Block
  return type === 'EditorText' && props.mode === 'full' && typeof props.html === 'string'
}

/** The text of a page that is made of one formatted text, or of nothing yet; null for pages that hold other blocks. */
export const textOf = (components: unknown): string | null => {
  if (!Array.isArray(components) || components.length > 1) return null
  const [block] = components
  if (block === undefined) return ''
  return isText(block) ? block.props.html : null
}

/** The blocks of a page that is made of one formatted text. */
export const blocksOf = (html: string | null | undefined): Block[] =>
  html ? [{ type: 'EditorText', props: { id: 'text', mode: 'full', html } }] : []
