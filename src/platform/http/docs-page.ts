type Operation = {
  summary: string
  description: string
  tags: string[]
  parameters: { name: string; in: string; required: boolean; schema: unknown }[]
  requestBody?: { content: Record<string, { schema: unknown }> }
  responses: Record<string, { description: string; content?: Record<string, { schema: unknown }> }>
}
type Document = { info: { title: string; description: string }; paths: Record<string, Record<string, Operation>> }

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`)
const words = (text: string) =>
  escapeHtml(text)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replaceAll('\n\n', '<br>')
const json = (value: unknown) => `<pre tabindex="0">${escapeHtml(JSON.stringify(value, null, 2))}</pre>`

const operation = (path: string, method: string, it: Operation) => `
<details id="${method}${escapeHtml(path)}">
  <summary><b class="${method}">${method.toUpperCase()}</b> <code>${escapeHtml(path)}</code> <span>${escapeHtml(it.summary)}</span></summary>
  <p>${words(it.description)}</p>
  ${
    it.parameters.length === 0
      ? ''
      : `<table><thead><tr><th>Parameter</th><th>In</th><th>Schema</th></tr></thead><tbody>${it.parameters
          .map(
            (p) =>
              `<tr><td><code>${escapeHtml(p.name)}</code>${p.required ? ' *' : ''}</td><td>${p.in}</td><td><code>${escapeHtml(JSON.stringify(p.schema))}</code></td></tr>`,
          )
          .join('')}</tbody></table>`
  }
  ${Object.entries(it.requestBody?.content ?? {})
    .map(([type, { schema }]) => `<h4>Body <code>${escapeHtml(type)}</code></h4>${json(schema)}`)
    .join('')}
  ${Object.entries(it.responses)
    .map(
      ([status, answer]) =>
        `<h4>${status}</h4><p>${words(answer.description)}</p>${
          status === '200'
            ? Object.values(answer.content ?? {})
                .map(({ schema }) => json(schema))
                .join('')
            : ''
        }`,
    )
    .join('')}
</details>`

/** The API for reading: every call by its first path segment, with input, answer and errors. Works without scripts. */
export const docsPage = (document: Document): string => {
  const groups = new Map<string, string[]>()
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, it] of Object.entries(methods)) {
      const tag = it.tags[0] ?? ''
      groups.set(tag, [...(groups.get(tag) ?? []), operation(path, method, it)])
    }
  const sorted = [...groups].sort(([a], [b]) => a.localeCompare(b))
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(document.info.title)} API</title><style>
:root{color-scheme:light dark;font:15px/1.5 system-ui,sans-serif}
body{max-width:60rem;margin:0 auto;padding:1.5rem}
summary{cursor:pointer;padding:.5rem 0;overflow-wrap:anywhere}summary span{opacity:.8}
details{border-bottom:1px solid color-mix(in srgb,currentColor 18%,transparent)}
pre{overflow:auto;padding:.75rem;border-radius:8px;background:color-mix(in srgb,currentColor 7%,transparent)}
table{border-collapse:collapse;width:100%;display:block;overflow:auto}td,th{text-align:left;padding:.25rem .75rem .25rem 0;vertical-align:top}
nav a{margin-right:.75rem}b{display:inline-block;min-width:4.2rem}
</style></head><body><main><h1>${escapeHtml(document.info.title)} API</h1><p>${words(document.info.description)} <a href="openapi.json">OpenAPI 3.1</a></p>
<nav aria-label="Areas">${sorted.map(([tag]) => `<a href="#${escapeHtml(tag)}">${escapeHtml(tag)}</a>`).join(' ')}</nav>
${sorted.map(([tag, parts]) => `<h2 id="${escapeHtml(tag)}">${escapeHtml(tag)}</h2>${parts.join('')}`).join('')}</main></body></html>`
}
