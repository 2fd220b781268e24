/** How long somebody has to wait, rounded up to what one reads at a glance: `30 seconds`, `1 minute`, `15 minutes`. */
export const waitText = (seconds: number): string => {
  const [count, unit] = seconds < 60 ? [Math.max(1, Math.ceil(seconds)), 'second'] : [Math.ceil(seconds / 60), 'minute']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
