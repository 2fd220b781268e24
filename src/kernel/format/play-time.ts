/** A place in a recording as players write it: `0:05`, `1:02:07`. */
export const playTime = (seconds: number): string => {
  const whole = Math.floor(seconds)
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const [hours, ...rest] = parts
  const shown = hours ? parts : rest
  return shown.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0'))).join(':')
}
