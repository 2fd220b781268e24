const SIZE_UNITS = ['Bytes', 'KB', 'MB', 'GB', 'TB', 'PB', 'EB', 'ZB', 'YB']

/** A file size with base 1024 and at most two places, from Bytes to YB (UIX-024). */
export function formatFileSize(bytes: number): string {
  let value = Math.max(0, bytes)
  let unit = 0
  while (unit < SIZE_UNITS.length - 1 && Number(value.toFixed(2)) >= 1024) {
    value /= 1024
    unit += 1
  }
  return `${Number(value.toFixed(2))} ${SIZE_UNITS[unit]}`
}
