/** A figure of 30 days next to the 30 days before, in words. */
export const changeInWords = (value: number, before: number): string => {
  const days = 'the 30 days before'
  if (value === before) return value === 0 ? 'None in the last 60 days' : `As in ${days}`
  if (before === 0) return `None in ${days}`
  const percent = Math.round((Math.abs(value - before) / before) * 100)
  if (percent === 0) return `About as in ${days}`
  if (percent >= 1000) return `Far more than in ${days}`
  return `${percent}% ${value > before ? 'more' : 'less'} than in ${days}`
}
