/** `1 hour 30 minutes`, `20 minutes`. */
export const minutesText = (minutes: number): string => {
  const part = (count: number, word: string) => (count === 0 ? [] : [`${count} ${word}${count === 1 ? '' : 's'}`])
  return [...part(Math.floor(minutes / 60), 'hour'), ...part(minutes % 60, 'minute')].join(' ') || '0 minutes'
}
