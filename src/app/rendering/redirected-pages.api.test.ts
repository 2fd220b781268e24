import { expect, test } from 'vitest'
import { createPage } from '#features/pages/server/api.ts'
import { createRedirect, deleteRedirect, updateRedirect } from '#features/redirects/contract.ts'
import { testApp } from '../../../tests/api.ts'
import { contentOf } from '../../../tests/content.ts'
import { testPages } from '../../../tests/pages.ts'

const t = testApp()
const pages = testPages(t)

test('an address without a page leads where its redirect says, a page always wins, and changes count at once (SEO-027)', async () => {
  const { portal, editor } = await contentOf(t)
  const person = await t.make.person('editor', { portal })
  const answerTo = async (url: string) => {
    const { statusCode, headers } = await pages.open(portal, url)
    return headers.location === undefined ? statusCode : [statusCode, headers.location]
  }
  const add = async (old_address: string, new_address: string) =>
    (await t.as(person).call(createRedirect, { body: { old_address, new_address } })).data

  expect(await answerTo('/courses/osha.html')).toBe(404)
  const { id } = await add('/Courses/OSHA.html', '/course/osha#prices')
  await add('/kurs.php?b=2&a=1', 'https://other.example/kurs')
  await add('/protección', '/course/proteccion')
  expect(await answerTo('/courses/osha.html')).toEqual([301, '/course/osha#prices'])
  expect(await answerTo('/courses/OSHA.html?from=mail')).toEqual([301, '/course/osha?from=mail#prices'])
  expect(await answerTo('/courses/osha.html?utm_source=x')).toEqual([301, '/course/osha?utm_source=x#prices'])
  expect(await answerTo('/kurs.php?a=1&b=2')).toEqual([301, 'https://other.example/kurs'])
  expect(await answerTo('/kurs.php?a=1&b=3')).toBe(404)
  expect(await answerTo('/kurs.php')).toBe(404)
  expect(await answerTo('/protecci%C3%B3n')).toEqual([301, '/course/proteccion'])

  // Signed in as well, and nowhere but in this portal.
  const signedIn = await pages.open(person, '/courses/osha.html')
  expect([signedIn.statusCode, signedIn.headers.location]).toEqual([301, '/course/osha#prices'])
  const elsewhere = await contentOf(t)
  expect((await pages.open(elsewhere.portal, '/courses/osha.html')).statusCode).toBe(404)

  const body = { old_address: '/courses/osha.html', new_address: '/course/osha-10' }
  await t.as(person).call(updateRedirect, { params: { id }, body })
  await expect.poll(() => answerTo('/courses/osha.html')).toEqual([301, '/course/osha-10'])
  await t.as(person).call(deleteRedirect, { params: { id } })
  await expect.poll(() => answerTo('/courses/osha.html')).toBe(404)

  await add('/safety', '/course/osha')
  expect(await answerTo('/safety')).toEqual([301, '/course/osha'])
  await editor.act((tx, ctx) =>
    createPage(tx, ctx, {
      title: 'Safety',
      slug: 'safety',
      meta_title: 'Safety',
      meta_description: 'About it',
      publication_status: 2,
      components: [],
    }),
  )
  await expect.poll(() => answerTo('/safety')).toBe(200)
})
