import { escapeHtml } from '#ui/documents/markup.ts'

/** Finished HTML. Only `html` and `raw` make it, so that no text of a person stands in a page without being escaped. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Part = Html | string | number | null | undefined | false | readonly Part[]

const written = (part: Part): string => {
  if (part === null || part === undefined || part === false) return ''
  if (part instanceof Html) return part.text
  return Array.isArray(part) ? part.map(written).join('') : escapeHtml(String(part))
}

/** A piece of a page; what is put in is escaped unless it is such a piece itself. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(strings.reduce((text, string, at) => text + written(parts[at - 1]) + string))

/** HTML that the server cleaned when it was saved. */
export const raw = (text: string): Html => new Html(text)
