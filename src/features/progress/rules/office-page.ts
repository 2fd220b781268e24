const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Text as HTML that shows it and nothing else. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => ESCAPES[char] ?? char)

const STYLE = `
  :root { color-scheme: only light }
  body { margin: 0 auto; padding: 24px; max-width: 46rem; font: 17px/1.6 system-ui, sans-serif; color: #1a1c20; background: #fff; overflow-wrap: break-word }
  img { max-width: 100%; height: auto }
  table { border-collapse: collapse; margin: 0 0 24px; font-size: 15px }
  caption { padding: 8px 0; text-align: left; font-weight: 600 }
  td, th { padding: 4px 10px; border: 1px solid #d5d8de; vertical-align: top; text-align: left }
  pre { white-space: pre-wrap; font: inherit }
  a { color: #1d4ed8 }
`

/** A whole page around converted content, for a frame in which nothing runs. */
export const officePage = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title><base target="_blank"><style>${STYLE}</style></head><body>${body}</body></html>`
