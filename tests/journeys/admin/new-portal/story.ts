import type { Page } from '@playwright/test'
import { keyboardOn } from '../../kit/keyboard.ts'
import { markOf, personOf, type Try } from '../../kit/people.ts'

const CREW = ['Mona', 'Iris', 'Liam', 'Noah', 'Zoe', 'Owen', 'Ella', 'Ruth', 'Seth', 'Tina']
type Member = { first_name: string; last_name: string; name: string; email: string }

/** The new portal of one width and one try, with the people it begins with, and a page whose keyboard alone is used. */
export const storyOf = (page: Page, info: Try, width: 360 | 1440) => {
  const mark = `${markOf(info)}-${width}`.toLowerCase()
  const slug = `new-${mark}`
  const crew = CREW.map((first_name, index) => {
    const last_name = `Crew ${mark}`
    return { first_name, last_name, name: `${first_name} ${last_name}`, email: `crew${index}.${mark}@example.com` }
  })
  const [manager, instructor, ...learners] = crew as [Member, Member, ...Member[]]
  return {
    page,
    main: page.getByRole('main'),
    dialog: page.getByRole('dialog'),
    keys: keyboardOn(page),
    mark,
    slug,
    name: `Bridgeway Crew ${mark}`,
    course: `Rigging Basics ${mark}`,
    platform: personOf(info, width === 360 ? 'platformphone' : 'platformdesk'),
    crew,
    manager,
    instructor,
    late: learners.slice(0, 2),
    invited: ['one', 'two'].map((who) => `guest.${who}.${mark}@example.com`),
    admin: { first_name: 'Alex', last_name: `Admin ${mark}`, email: `alex.${mark}@example.com` },
  }
}
export type Story = ReturnType<typeof storyOf>
