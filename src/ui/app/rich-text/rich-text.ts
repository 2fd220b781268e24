/** The value of an editor to save: empty if it shows no words, pictures or tables (VAL-001). */
export const editedHtml = (html: string, text: string): string => {
  const isBlank = text.replace(/[\s\u200b\u00a0]/g, '') === '' && !/<(?:img|hr|table)\b/i.test(html)
  return isBlank ? '' : html
}

/** The address of a link as somebody types it: without a scheme a name with a dot is one of the web (VAL-017). */
export const linkAddress = (typed: string): string => {
  const text = typed.trim()
  if (text === '' || /^(?:https?|ftp|mailto|tel):/i.test(text) || /^[/#]/.test(text)) return text
  if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)) return `mailto:${text}`
  return `https://${text}`
}

/** Says which part of a pasted text did not come along. */
export const leftOutText = (pictures: number): string =>
  pictures === 1
    ? '1 picture was left out. Everything else is pasted.'
    : `${pictures} pictures were left out. Everything else is pasted.`
