import { expect, test } from 'vitest'
import { createRedirect } from '#features/redirects/contract.ts'
import { testApp } from '../../../../tests/api.ts'
import { multipart, png } from '../../../../tests/multipart.ts'
import { checkLinks, createPage, updatePage } from '../contract.ts'

const t = testApp()
const WORDS = { meta_title: 'x', meta_description: 'x', components: [] }

test('links to what is not published, was deleted or never existed are dead; former addresses and redirects are not (SEO-032)', async () => {
  const editor = await t.make.person('portal_admin')
  const api = t.as(editor)
  const make = async (title: string, publication_status: 1 | 2) =>
    (await api.call(createPage, { body: { ...WORDS, title, publication_status } as never })).data
  const [live, draft] = [await make('Live', 2), await make('Draft', 1)]
  const moved = await make('Moved', 2)
  await api.call(updatePage, { params: { id: moved.id }, body: { slug: 'moved-on' } as never })
  await api.call(createRedirect, { body: { old_address: '/about.html', new_address: `/${live.slug}` } })
  const picture = await t.request(editor, {
    method: 'POST',
    url: '/api/v1/portal/pages/pictures',
    ...(await multipart({ file: { name: 'a.png', bytes: png(8, 8) } })),
  })
  const { src } = picture.json().data as { src: string }
  const elsewhere = await t.make.person('portal_admin')
  const foreign = (
    await t.as(elsewhere).call(createPage, {
      body: { ...WORDS, title: 'Only there', publication_status: 2 } as never,
    })
  ).data
  const alive = [
    '/',
    `/${live.slug}`,
    `/${live.slug}/?from=mail#top`,
    '/moved',
    '/moved-on',
    '/About.html',
    '/course',
    '/course/schedule',
    '/login',
    '/profile/settings',
    src,
  ]
  const dead = [
    `/${draft.slug}`,
    '/nothing',
    '/course/nothing',
    '/knowledge/nothing',
    '/bundles/nothing',
    '/deep/nothing',
    '/api/v1/media/00000000-0000-4000-8000-000000000000',
    '/%E0%A4%A',
    `/${foreign.slug}`,
  ]
  const { data } = await api.call(checkLinks, { body: { addresses: [...alive, ...dead] } })
  expect(data.dead).toEqual(dead)
})
