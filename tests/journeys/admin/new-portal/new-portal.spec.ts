import { test } from '../../kit/kit.ts'
import { connectDomain } from './domain.ts'
import { cancelTooLate, handOutCredits, inviteLearners, readOverdue } from './learning.ts'
import { beginAsAdmin, confirmPortal, createPortal, equipPortal, seeItOpen, setUp } from './opening.ts'
import { addTen, atTheDesk, giveRoles, publishCourse } from './people.ts'
import { storyOf } from './story.ts'

// One story of one portal, told at the desk and on a phone: each test goes on where the one before ended.
for (const width of [1440, 360] as const)
  test.describe(`at ${width} px`, () => {
    // A walk by Tab is long: hundreds of stops, each looked at.
    test.describe.configure({ mode: 'serial', timeout: 600_000 })
    test.use({ viewport: { width, height: width === 360 ? 740 : 900 } })

    test('by keyboard, a super admin creates a portal, attaches a plan and adds its admin (PRT-069, PRT-100, PRT-102)', async ({
      page,
    }, info) => {
      const story = storyOf(page, info, width)
      await createPortal(story)
      await equipPortal(story)
    })

    test('by keyboard, its admin signs in, sets it up, and it opens (PRT-060, PRT-061, PRT-100, ERR-021)', async ({
      page,
      browser,
    }, info) => {
      const story = storyOf(page, info, width)
      await beginAsAdmin(story)
      await setUp(story)
      await confirmPortal(browser, story)
      await seeItOpen(story)
    })

    test('by keyboard, ten people come by a sheet and two get roles (PRT-100, USR-060)', async ({ page }, info) => {
      const story = storyOf(page, info, width)
      await atTheDesk(story)
      await addTen(story)
      await giveRoles(story)
    })

    test('by keyboard, learners are invited and a manager gets credits (PRT-050, PRT-100, PRT-101, CRD-026, CRD-028, ERR-019, ERR-063, ERR-064)', async ({
      page,
    }, info) => {
      const story = storyOf(page, info, width)
      await publishCourse(story)
      await atTheDesk(story)
      await inviteLearners(story)
      await cancelTooLate(story)
      await handOutCredits(story)
    })

    test('by keyboard, the admin reads who is overdue, exports it and connects a domain (PRT-063, PRT-065, PRT-100)', async ({
      page,
    }, info) => {
      const story = storyOf(page, info, width)
      await atTheDesk(story)
      await readOverdue(story)
      await connectDomain(story)
    })
  })
