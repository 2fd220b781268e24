/** The text layer of a PDF, a line of the page on each line. */
export const readPdfText = async (pdf: Uint8Array): Promise<string> => {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: 0 })
  try {
    const file = await task.promise
    const lines: string[] = []
    for (let page = 1; page <= file.numPages; page += 1) {
      const { items } = await (await file.getPage(page)).getTextContent()
      lines.push(...items.map((item) => ('str' in item ? item.str : '')))
    }
    return lines.join('\n')
  } finally {
    await task.destroy()
  }
}
