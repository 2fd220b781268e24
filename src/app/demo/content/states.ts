const STATES =
  'Alabama AL,Alaska AK,Arizona AZ,Arkansas AR,California CA,Colorado CO,Connecticut CT,Delaware DE,Florida FL,Georgia GA,Hawaii HI,Idaho ID,Illinois IL,Indiana IN,Iowa IA,Kansas KS,Kentucky KY,Louisiana LA,Maine ME,Maryland MD,Massachusetts MA,Michigan MI,Minnesota MN,Mississippi MS,Missouri MO,Montana MT,Nebraska NE,Nevada NV,New Hampshire NH,New Jersey NJ,New Mexico NM,New York NY,North Carolina NC,North Dakota ND,Ohio OH,Oklahoma OK,Oregon OR,Pennsylvania PA,Rhode Island RI,South Carolina SC,South Dakota SD,Tennessee TN,Texas TX,Utah UT,Vermont VT,Virginia VA,Washington WA,West Virginia WV,Wisconsin WI,Wyoming WY'

/** States with a safety program of their own for private employers, which is at least as strict as the federal one. */
const OWN_PLANS = 'AK AZ CA HI IN IA KY MD MI MN NV NM NC OR SC TN UT VT VA WA WY'.split(' ')

type StateWords = (title: string, code: string) => { meta_title: string; meta_description: string; text: string }

/** What a safety academy says of a state (CNT-016). */
export const safetyIn: StateWords = (title, code) => {
  const rule = OWN_PLANS.includes(code)
    ? `${title} runs its own safety program. It covers private employers and is at least as strict as the federal rules, and stricter in some trades.`
    : `In ${title} the federal rules apply to private employers directly.`
  return {
    meta_title: `Safety training in ${title} – Portico Academy`,
    meta_description: `Safety and license training for ${title}: agencies, hours and courses that count there.`,
    text: `<h2>What applies in ${title}</h2><p>${rule}</p><p>Courses on this page are open to people who work in ${title}. Where a license asks for hours, the course names the agency that accepts them.</p>`,
  }
}

/** What a school for continuing education says of it. */
export const educationIn: StateWords = (title) => ({
  meta_title: `Continuing education in ${title} – Meridian`,
  meta_description: `Continuing education for licenses of ${title}: courses with hours for engineers, water operators and building professionals.`,
  text: `<h2>Licenses of ${title}</h2><p>The boards of ${title} decide how many hours a renewal takes and which of them they accept. Each course below names its hours and the organizations that accept them; if yours is not among them, send us its rule.</p>`,
})

/** The states of the USA with what the pages of a portal say of them. */
export const statesWith = (words: StateWords) =>
  STATES.split(',').map((entry, at) => {
    const [code = '', title = ''] = [entry.slice(-2), entry.slice(0, -3)]
    return { title, code, sort_number: at + 1, ...words(title, code) }
  })
