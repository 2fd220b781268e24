/** The zones of the United States under the names that people use for them; the first is what a new portal has. */
const AMERICAN = [
  ['America/New_York', 'Eastern Time (New York)'],
  ['America/Chicago', 'Central Time (Chicago)'],
  ['America/Denver', 'Mountain Time (Denver)'],
  ['America/Phoenix', 'Mountain Time without daylight saving (Phoenix)'],
  ['America/Los_Angeles', 'Pacific Time (Los Angeles)'],
  ['America/Anchorage', 'Alaska Time (Anchorage)'],
  ['Pacific/Honolulu', 'Hawaii Time (Honolulu)'],
  ['America/Puerto_Rico', 'Atlantic Time (Puerto Rico)'],
] as const

const isAmerican = (zone: string) => AMERICAN.some(([value]) => value === zone)
const option = ([value, label]: readonly [string, string]) => ({ value, label })

/** Every zone there is to choose from, those of the United States first. */
export const timeZones = () => [
  { group: 'United States', items: AMERICAN.map(option) },
  {
    group: 'All time zones',
    items: [...Intl.supportedValuesOf('timeZone'), 'UTC']
      .filter((zone, at, all) => !isAmerican(zone) && all.indexOf(zone) === at)
      .map((zone) => option([zone, zone.replaceAll('_', ' ')])),
  },
]
