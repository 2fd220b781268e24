/** What the page of an error said last in this tab (ERR-009). */
export type LastError = { status: number; message: string }

const KEY = 'last-error'

/** Keeps what went wrong for `/error`; a browser that forbids storage keeps nothing. */
export const rememberError = (error: LastError): void => {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(error))
  } catch {}
}

/** The last error of this tab, or null. */
export const lastError = (): LastError | null => {
  try {
    const { status, message } = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as LastError
    return typeof status === 'number' && typeof message === 'string' ? { status, message } : null
  } catch {
    return null
  }
}
