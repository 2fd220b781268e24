import { png } from '../../multipart.ts'
import { API, enter } from '../kit/calls.ts'
import { callOn, look } from '../kit/desk.ts'
import {
  ashore,
  atSea,
  cached,
  captions,
  card,
  change,
  connect,
  courseOf,
  finish,
  heading,
  inOutline,
  keepAll,
  main,
  move,
  notes,
  overNetwork,
  pictureIn,
  publish,
  remember,
  talkOf,
  unenroll,
  uploadFilm,
} from '../kit/kept-course.ts'
import { at, expect, test, untilAlive } from '../kit/kit.ts'
import { personOf } from '../kit/people.ts'
import { authorExam, uploadMaterial } from '../kit/reading-course.ts'
import { recordFilm } from '../kit/record-film.ts'

type Info = Parameters<typeof personOf>[0]

test('a kept course shows pictures and captions without a network, and what its author changed comes whole or not at all, with all progress (OFF-002, OFF-004, OFF-006, OFF-008, OFF-010, OFF-026, OFF-027, OFF-028) @phone', async ({
  context,
  page,
}, info: Info & { outputPath: (name: string) => string }) => {
  const film = await recordFilm(page)
  await overNetwork(context)
  const { learner, outlineUrl, made } = await courseOf(
    personOf(info, 'keptauthor').email,
    'keptreader',
    async (call, add) => {
      const [before, after] = await Promise.all([
        uploadMaterial(call, 'before.png', 'image/png', png(320, 180)),
        uploadMaterial(call, 'after.png', 'image/png', png(320, 180, [9, 99, 9])),
      ])
      const media_uuid = await uploadMaterial(call, 'talk.mp3', 'audio/mpeg', talkOf(70))
      const walk = await uploadFilm(call, film)
      const words = await add('text', 'Words', { text: `<p>Read me at sea</p>${pictureIn(before)}` })
      const gone = await add('text', 'Gone', { text: '<p>Soon gone</p>' })
      const talk = await add('audio', 'Talk', { media_uuid, captions: captions('Hold the rail') })
      await add('video', 'Walk', { media_uuid: walk, captions: captions('Mind the gap') })
      return { words, gone, talk, after }
    },
  )
  const { call, course } = made
  await enter(page, learner.email, { password: learner.password })
  await keepAll(page, outlineUrl, '4 items')
  await page.close()

  // Pictures and captions are there without a network (d).
  let sea = await atSea(context, outlineUrl)
  await inOutline(sea).getByRole('link', { name: /Words/ }).click()
  const picture = () => main(sea).getByRole('img', { name: 'A ladder at sea' })
  const isShown = () => picture().evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)
  await picture().scrollIntoViewIfNeeded()
  await expect.poll(isShown).toBe(true)
  await main(sea).getByRole('button', { name: 'Next', exact: true }).click()
  await expect(main(sea).getByText('Soon gone')).toBeVisible()
  await main(sea).getByRole('button', { name: 'Next', exact: true }).click()
  await expect(heading(sea, 'Talk')).toBeVisible()
  await expect(main(sea).getByText('Hold the rail')).toBeVisible()
  await sea.goto(outlineUrl)
  await untilAlive(sea)
  await inOutline(sea).getByRole('link', { name: /Walk/ }).click()
  await expect(main(sea).getByText('Mind the gap')).toBeVisible()
  const cues = () =>
    sea.locator('video').evaluate((video: HTMLVideoElement) => {
      const [track] = video.textTracks
      if (track) track.mode = 'showing'
      return [...(track?.cues ?? [])].map((cue) => (cue as VTTCue).text)
    })
  await expect.poll(cues).toEqual(['Mind the gap'])
  await sea.screenshot({ path: info.outputPath('captions.png'), fullPage: true })

  // The author changes a text with its picture, the title of the talk, takes an item out, and moves the course.
  await change(call, 'text', made.words, { text: `<p>Read me ashore</p>${pictureIn(made.after)}` })
  await change(call, 'audio', made.talk, { title: 'Long talk' })
  await call('DELETE', `${API}/admin/module-items/text/${made.gone}`)
  const moved = `${course.slug}-moved`
  await call('PUT', `${API}/admin/courses/${course.slug}`, { data: { slug: moved } })
  await publish(call, { slug: moved }, 1)
  const movedUrl = outlineUrl.replace(course.slug, moved)

  // The new picture is cut off once: the text stays as it was, and what is done is sent all the same.
  await remember(sea, 'cut', `/api/v1/pictures/${made.after}`)
  const begun = await sea.evaluate(() => localStorage.getItem('begun'))
  expect(begun).toBe('4')
  // The open page says so as soon as the network is back, and stays: nothing of it loads again.
  await sea.evaluate(() => Object.assign(window, { isStill: true }))
  await context.setOffline(false)
  await expect(notes(sea)).toContainText('You finished “Gone” without a connection. This could not be recorded')
  expect(await sea.evaluate(() => 'isStill' in window)).toBe(true)
  await sea.goto(at('core', '/on-this-device'))
  await untilAlive(sea)
  await expect(notes(sea)).toContainText('You finished “Gone” without a connection. This could not be recorded')
  await look(sea)
  await sea.screenshot({ path: info.outputPath('refused.png'), fullPage: true })
  await notes(sea)
    .getByRole('button', { name: /^Dismiss/ })
    .click()
  await expect(notes(sea)).toHaveCount(0)
  await context.setOffline(true)
  await sea.goto(`${outlineUrl}`)
  await untilAlive(sea)
  expect(new URL(sea.url()).pathname).toBe(new URL(movedUrl).pathname)
  await inOutline(sea).getByRole('link', { name: /Words/ }).click()
  await expect(main(sea).getByText('Read me at sea')).toBeVisible()
  await picture().scrollIntoViewIfNeeded()
  await expect.poll(isShown).toBe(true)

  // At the next connection it is new, and of the talk, of which only the title changed, nothing came again.
  await remember(sea, 'cut', 'nothing')
  sea = await ashore(context, sea)
  await sea.goto(movedUrl)
  await untilAlive(sea)
  await connect(sea)
  await expect(card(sea).getByText('On this device: 3 items,')).toBeVisible()
  await expect.poll(() => cached(sea)).toContain(`/api/v1/pictures/${made.after}`)
  await expect
    .poll(async () => (await cached(sea)).filter((path) => path.startsWith('/api/v1/pictures/')))
    .toHaveLength(1)
  await expect(inOutline(sea).getByRole('link', { name: /Long talk/ })).toBeVisible()
  await expect(main(sea).getByText('1 of 3 items done.')).toBeVisible()
  await sea.screenshot({ path: info.outputPath('changed.png'), fullPage: true })
  expect(await sea.evaluate(() => localStorage.getItem('begun'))).toBe(begun)

  // Another file of the talk, opened with a connection before the device has it, leaves what is kept as it is.
  const media_uuid = await uploadMaterial(call, 'other.mp3', 'audio/mpeg', talkOf(2))
  await change(call, 'audio', made.talk, { media_uuid })
  await publish(call, { slug: moved }, 2)
  await move(call, { slug: moved }, 3, learner)
  const source = () => sea.locator('audio').getAttribute('src')
  await sea.goto(movedUrl)
  await untilAlive(sea)
  await inOutline(sea)
    .getByRole('link', { name: /Long talk/ })
    .click()
  await expect.poll(source).toContain(media_uuid)
  await context.setOffline(true)
  await sea.reload()
  await expect(heading(sea, 'Long talk')).toBeVisible()
  await expect.poll(source).not.toContain(media_uuid)
  await expect
    .poll(() => sea.locator('audio').evaluate((sound: HTMLAudioElement) => sound.duration))
    .toBeGreaterThan(60)
  await sea.goto(movedUrl)
  await untilAlive(sea)
  await inOutline(sea).getByRole('link', { name: /Words/ }).click()
  await expect(main(sea).getByText('Read me ashore')).toBeVisible()
})

test('access to a course or to the portal that ended takes the copy away at the next connection, sends what was done first, and says what does not count (OFF-011, OFF-019, OFF-028, OFF-029, AUT-074) @phone', async ({
  context,
  page,
}, info: Info & { outputPath: (name: string) => string }) => {
  await overNetwork(context)
  const author = personOf(info, 'keptender').email
  const make = (name: string) =>
    courseOf(author, name, async (call, add, course) => {
      await authorExam(call, course, { title: 'Check' }, 'surveys')
      await add('text', 'Words', { text: '<p>Read me at sea</p>' })
      return {}
    })
  const { learner, outlineUrl, made } = await make('keptended')
  await enter(page, learner.email, { password: learner.password })
  await keepAll(page, outlineUrl, '2 items')

  // Without a network the course opens as before, although its learner was taken out meanwhile.
  let sea = await atSea(context, outlineUrl)
  await finish(sea, 'Words')
  await sea.goto(outlineUrl)
  await untilAlive(sea)
  await inOutline(sea).getByRole('link', { name: /Check/ }).click()
  await sea.getByRole('button', { name: 'Start the knowledge check' }).click()
  await sea.getByRole('alertdialog').getByRole('button', { name: 'Start the knowledge check' }).click()
  await main(sea).getByRole('radio').first().check()
  await sea.getByRole('button', { name: 'Answer', exact: true }).click()
  await expect(sea.getByText('Question 2 of 3')).toBeVisible()
  await page.close()
  await unenroll(made.call, learner)
  await sea.goto(outlineUrl)
  await untilAlive(sea)
  await expect(card(sea).getByText('On this device: 2 items,')).toBeVisible()

  // A portal that is paused takes nothing away.
  await remember(sea, 'paused', '/offline?related_id=')
  const attempts: number[] = []
  context.on('response', (answer) => {
    if (answer.url().endsWith('/attempt')) attempts.push(answer.status())
  })
  sea = await ashore(context, sea)
  await sea.goto(at('core', '/on-this-device'))
  await untilAlive(sea)
  await expect.poll(() => sea.evaluate(() => localStorage.getItem('was-paused'))).toBe('yes')
  await expect(main(sea).getByText('2 items')).toBeVisible()
  expect(await cached(sea)).toContain(`/kept/courses/${learner.related_id}`)
  await remember(sea, 'paused', 'nothing')

  // With one the copy goes, the answers of the running check are sent, and the page names what came too late.
  await connect(sea)
  await expect(notes(sea)).toContainText('is no longer on this device')
  await expect(notes(sea)).toContainText('You finished “Words” without a connection, but it was received after')
  await expect(main(sea).getByRole('heading', { name: 'No course on this device' })).toBeVisible()
  await expect.poll(() => cached(sea)).toEqual([])
  expect(attempts).toEqual([200])
  await look(sea)
  await sea.screenshot({ path: info.outputPath('ended.png'), fullPage: true })
  await sea.reload()
  await untilAlive(sea)
  await notes(sea)
    .getByRole('button', { name: /^Dismiss/ })
    .press('Enter')
  await expect(notes(sea)).toHaveCount(0)
  await expect(main(sea)).toBeFocused()
  await sea.goto(outlineUrl)
  await expect(heading(sea, 'Use without a connection')).toHaveCount(0)
  await sea.screenshot({ path: info.outputPath('ended-outline.png'), fullPage: true })

  // Whom the portal blocks loses the copy as well, and what was done comes with the next sign-in.
  const other = await make('keptended')
  const items = `${other.outlineUrl}`
  await sea.goto(items)
  await untilAlive(sea)
  await inOutline(sea).getByRole('link', { name: /Words/ }).click()
  await expect(heading(sea, 'Words')).toBeVisible()
  await keepAll(sea, items, '2 items')
  const me = (await callOn(sea, 'GET', '/me')) as { id: number }
  await context.setOffline(true)
  await sea.goto(items)
  await untilAlive(sea)
  await finish(sea, 'Words')
  const block = (is_blocked: boolean) =>
    other.made.call('PUT', `${API}/users/${me.id}/block-status`, { data: { is_blocked } })
  await block(true)
  sea = await ashore(context, sea)
  await sea.goto(items)
  await sea.waitForURL((url) => url.pathname === '/login')
  await expect(sea.getByText('Your access to this portal has ended.')).toBeVisible()
  await expect(sea.getByText(/The courses on this device were removed\./)).toBeVisible()
  expect(await cached(sea)).toEqual([])
  await look(sea)
  await sea.screenshot({ path: info.outputPath('blocked.png'), fullPage: true })
  await block(false)
  await enter(sea, learner.email, { password: learner.password })
  const sent = sea.waitForResponse((answer) => answer.url().endsWith('/finish'))
  await sea.goto(at('core', '/courses'))
  expect((await sent).status()).toBe(200)
})

test('a device that is full while a course is fetched keeps what is whole, frees the rest, says so, and goes on once there is room (OFF-004, OFF-009, OFF-013, OFF-026, ERR-212) @phone', async ({
  context,
  page,
}, info: Info & { outputPath: (name: string) => string }) => {
  const { learner, outlineUrl, made } = await courseOf(
    personOf(info, 'keptfiller').email,
    'keptfull',
    async (call, add) => {
      const short = await uploadMaterial(call, 'short.mp3', 'audio/mpeg', talkOf(1))
      const long = await uploadMaterial(call, 'long.mp3', 'audio/mpeg', talkOf(70))
      const words = await add('text', 'Words', { text: '<p>Read me at sea</p>' })
      await add('audio', 'Short', { media_uuid: short })
      await add('audio', 'Long', { media_uuid: long })
      return { long, short, words }
    },
  )
  await enter(page, learner.email, { password: learner.password })
  await page.goto(outlineUrl)
  await untilAlive(page)
  await expect(card(page).getByText(/free for this site/)).toBeVisible()
  const devtools = await context.newCDPSession(page)
  const setRoom = async (quotaSize?: number) =>
    devtools.send('Storage.overrideQuotaForOrigin', { origin: at('core', ''), ...(quotaSize && { quotaSize }) })
  const used = () => page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0)
  const { items } = (await callOn(
    page,
    'GET',
    `/learner/courses/${made.course.slug}/offline?related_id=${learner.related_id}`,
  )) as {
    items: { size: number }[]
  }
  const total = items.reduce((sum, { size }) => sum + size, 0)

  // There is room for the items, but not for the pages that open them as well.
  await setRoom((await used()) + total + 1000)
  await card(page)
    .getByRole('button', { name: /^Keep on this device/ })
    .click()
  await expect(card(page).getByText(/^There is not enough free space on this device\./)).toBeVisible()
  await expect(card(page).getByText('On this device: 2 items,')).toBeVisible()
  expect((await cached(page)).filter((path) => path.includes(made.long))).toEqual([])
  await look(page)
  await page.screenshot({ path: info.outputPath('full.png'), fullPage: true })
  const sea = await atSea(context, at('core', '/on-this-device'))
  await expect(main(sea).getByText('2 items', { exact: true })).toBeVisible()
  await sea.goto(outlineUrl)
  await untilAlive(sea)
  await expect(inOutline(sea).getByText('Audio: needs a connection')).toBeVisible()
  await inOutline(sea).getByRole('link', { name: /Short/ }).click()
  await expect.poll(() => sea.locator('audio').evaluate((sound: HTMLAudioElement) => sound.duration)).toBeGreaterThan(1)
  await sea.close()

  // Once there is room, the rest comes.
  await context.setOffline(false)
  await setRoom()
  await card(page)
    .getByRole('button', { name: /^Keep 1 item/ })
    .click()
  await expect(card(page).getByText('On this device: 3 items,')).toBeVisible()
  await expect(card(page).getByText(/^There is not enough free space/)).toHaveCount(0)

  // A changed item that does not fit stays as it was.
  const bigger = await uploadMaterial(made.call, 'bigger.mp3', 'audio/mpeg', talkOf(80))
  const { itemable_id: id } = (
    await callOn(page, 'GET', `/learner/courses/${made.course.slug}/offline?related_id=${learner.related_id}`)
  ).items[2]
  await change(made.call, 'audio', id, { media_uuid: bigger })
  await publish(made.call, made.course, 1)
  await move(made.call, made.course, 2, learner)
  await setRoom((await used()) + 3_000_000)
  await connect(page)
  await expect(card(page).getByText(/^There is not enough free space on this device\./)).toBeVisible()
  await expect(card(page).getByText('On this device: 3 items,')).toBeVisible()
  expect((await cached(page)).some((path) => path.includes(bigger))).toBe(false)
  expect((await cached(page)).some((path) => path.includes(made.long))).toBe(true)
})
