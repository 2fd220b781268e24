type Dates = { starts_at: string; ends_at: string; time_zone: string }

const partsOf = (iso: string, timeZone: string) => {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  })
  const parts = Object.fromEntries(format.formatToParts(new Date(iso)).map(({ type, value }) => [type, value]))
  return {
    month: parts.month ?? '',
    day: parts.day ?? '',
    date: `${parts.weekday}, ${parts.month} ${parts.day}, ${parts.year}`,
    hour: `${parts.hour}:${parts.minute} ${parts.dayPeriod}`,
    zone: parts.timeZoneName ?? timeZone,
  }
}

/** How a date reads in the time zone of its place, the same on server and browser: people go there by its clock. */
export const dateWords = ({ starts_at, ends_at, time_zone: zone }: Dates) => {
  const start = partsOf(starts_at, zone)
  const end = partsOf(ends_at, zone)
  const isOneDay = start.date === end.date
  return {
    month: start.month.slice(0, 3),
    day: start.day,
    day_text: isOneDay ? start.date : `${start.date} to ${end.date}`,
    hours: `${start.hour} to ${end.hour} ${start.zone}`,
  }
}
