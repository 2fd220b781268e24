import fs from 'node:fs'
import { enter } from '../../kit/calls.ts'
import { at, expect, expectAccessible, onPhone, test, untilAlive } from '../../kit/kit.ts'
import { madeCourse } from '../../kit/made-course.ts'
import { saved } from '../../kit/outline-builder.ts'
import { personOf } from '../../kit/people.ts'
import { post, TALK, uploadMaterial } from '../../kit/reading-course.ts'
import { recordFilm } from '../../kit/record-film.ts'

const file = (name: string, content: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(content) })
const ENGLISH = [
  'WEBVTT',
  '00:00:00.000 --> 00:00:04.000\n<v Ann>Set the ladder at one foot out for every four up.',
  '00:00:04.000 --> 00:00:08.000\n<v Ben>And tie it off at the top.',
].join('\n\n')
const SPANISH = '1\n00:00:00,000 --> 00:00:04,000\nApoye la escalera & átela arriba.\n'
const BROKEN = 'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nHello\n\n00:09 --> 00:00:10.000\nBroken\n'

test('an author adds captions to a talk and a film, and a learner reads and turns them on (BLD-070, BLD-071, BLD-072, BLD-073, BLD-074, UPL-045, UPL-059)', async ({
  page,
}, info) => {
  test.setTimeout(240_000)
  const { made, learner, outlineUrl } = await madeCourse(
    personOf(info, 'captionclerk').email,
    async (author, course) => {
      const { itemable_id: module_id } = await post<{ itemable_id: number }>(
        author,
        `/admin/courses/${course.id}/items/modules`,
        { title: 'Ladders' },
      )
      const media_uuid = await uploadMaterial(author, 'talk.mp3', 'audio/mpeg', fs.readFileSync(TALK))
      const talk = await post<{ id: number }>(author, '/admin/module-items/audio', {
        module_id,
        title: 'Talk',
        media_uuid,
      })
      const video = 'https://vimeo.com/76979871'
      const film = await post<{ id: number }>(author, '/admin/module-items/video', { module_id, title: 'Film', video })
      return { talk: talk.id, film: film.id, module_id }
    },
    'captioned',
  )
  const slug = new URL(outlineUrl).pathname.split('/')[3] ?? ''
  await enter(page, personOf(info, 'captioner').email)

  // The talk gets captions in two languages; a broken file is refused with its line.
  await page.goto(at('core', `/courses/builder/${slug}/outline/Audio/${made.talk}`))
  const main = page.getByRole('main')
  const captionFiles = main.getByLabel('Caption files')
  await expect(main.getByRole('button', { name: 'Add captions' })).toBeVisible()
  await captionFiles.setInputFiles([file('broken.vtt', BROKEN), file('talk.es.srt', SPANISH)])
  await expect(main.getByText('broken.vtt, line 6: the time “00:09” cannot be read.', { exact: false })).toBeVisible()
  await expect(main.getByRole('textbox', { name: 'Label of talk.es.srt in the player' })).toHaveValue('Español')
  await captionFiles.setInputFiles(file('talk.vtt', ENGLISH))
  const label = main.getByRole('textbox', { name: 'Label of talk.vtt in the player' })
  await expect(label).toHaveValue('English')
  await label.fill('English (US)')
  await expectAccessible(page)
  await onPhone(page)
  await main.getByRole('button', { name: 'Save', exact: true }).click()
  await saved(page)
  await page.reload()
  await untilAlive(page)
  await expect(main.getByText('talk.es.vtt')).toBeVisible()
  await expect(label).toHaveValue('English (US)')
  await main.getByRole('button', { name: 'Remove talk.es.vtt' }).click()
  await expect(main.getByRole('button', { name: 'Add captions' })).toBeFocused()
  await main.getByRole('button', { name: 'Discard' }).click()
  await expect(main.getByText('talk.es.vtt')).toBeVisible()

  // The link of a host gives way to a film that is uploaded now.
  await page.goto(at('core', `/courses/builder/${slug}/outline/Video/${made.film}`))
  await main.getByRole('radio', { name: 'A video file' }).check()
  await main.getByRole('button', { name: 'Choose a file' }).click()
  const library = page.getByRole('dialog', { name: 'Materials library' })
  await library.getByRole('button', { name: 'Upload' }).click()
  const film = await recordFilm(page)
  await library
    .locator('input[type=file]')
    .setInputFiles({ name: 'site-walk.webm', mimeType: 'video/webm', buffer: film })
  await expect(library.getByRole('radio', { name: 'site-walk.webm' }).first()).toBeChecked({ timeout: 20_000 })
  await expectAccessible(page)
  await library.getByRole('button', { name: 'Use this file' }).click()
  await captionFiles.setInputFiles([file('walk.vtt', ENGLISH), file('walk.es.srt', SPANISH)])
  await main.getByRole('button', { name: 'Save', exact: true }).click()
  await saved(page)
  await expectAccessible(page)
  await onPhone(page)

  // The draft has them, and learners get them with the next version.
  const publish = async () => {
    await page.goto(at('core', `/courses/builder/${slug}/outline/items`))
    await main.getByRole('button', { name: 'Publish changes' }).click()
    const dialog = page.getByRole('dialog', { name: 'Publish version 2?' })
    await expect(dialog.getByText('captions', { exact: false }).first()).toBeVisible()
    await dialog.getByRole('button', { name: 'Publish changes' }).click()
    await expect(page.getByText('Version 2 is published.')).toBeVisible()
  }
  await publish()

  // The media library leads to the course for another film.
  await enter(page, personOf(info, 'captionclerk').email)
  await page.goto(at('core', '/admin/media?search=site-walk.webm'))
  await main
    .getByRole('button', { name: /^site-walk\.webm/ })
    .first()
    .click()
  const details = page.getByRole('dialog')
  await expect(details.getByText('Replace a video in the course item that shows it.')).toBeVisible()
  await expect(details.getByRole('button', { name: 'Replace' })).toHaveCount(0)
  await expectAccessible(page)
  await onPhone(page)

  await enter(page, learner.email, { password: learner.password })
  const item = (type: string, id: number) =>
    page.goto(
      at('core', `/courses/learner/${slug}/${learner.related_id}/outline/modules/${made.module_id}/${type}/${id}`),
    )
  await item('Audio', made.talk)
  const transcript = page.getByRole('region', { name: 'Transcript' })
  await expect(transcript.getByText('tie it off at the top')).toBeVisible()
  await expect(transcript.getByText('Ann:')).toBeVisible()
  await transcript.getByRole('button', { name: 'Play from 0:04' }).click()
  const sound = page.locator('audio')
  await expect.poll(() => sound.evaluate((audio: HTMLAudioElement) => audio.currentTime)).toBeGreaterThanOrEqual(4)
  await expect(transcript.locator('[data-said]')).toHaveText('And tie it off at the top.')
  await sound.evaluate((audio: HTMLAudioElement) => audio.pause())
  await expectAccessible(page)
  await onPhone(page)
  await transcript.getByRole('combobox', { name: 'Language of the transcript' }).selectOption({ label: 'Español' })
  await expect(transcript.getByText('Apoye la escalera & átela arriba.')).toBeVisible()

  await item('Video', made.film)
  const player = page.locator('video')
  const tracks = () =>
    player.evaluate((video: HTMLVideoElement) =>
      [...video.textTracks].map(({ kind, label: name, language, mode }) => ({ kind, name, language, mode })),
    )
  await expect.poll(tracks).toEqual([
    { kind: 'captions', name: 'English', language: 'en', mode: 'disabled' },
    { kind: 'captions', name: 'Español', language: 'es', mode: 'disabled' },
  ])
  // The language that was read last is the one of this transcript.
  await expect(transcript.getByText('Apoye la escalera & átela arriba.')).toBeVisible()
  const cues = () =>
    player.evaluate((video: HTMLVideoElement) => {
      const [, spanish] = video.textTracks
      if (spanish) spanish.mode = 'showing'
      return [...(spanish?.cues ?? [])].map((cue) => (cue as VTTCue).text)
    })
  await expect.poll(cues).toEqual(['Apoye la escalera &amp; átela arriba.'])
  await expectAccessible(page)
  await onPhone(page)
  // What was turned on is on in the next visit.
  await page.reload()
  await expect.poll(async () => (await tracks()).map(({ mode }) => mode)).toEqual(['disabled', 'showing'])
  await player.evaluate((video: HTMLVideoElement) => video.play())
  await expect(transcript.locator('[data-said]')).toHaveText('Apoye la escalera & átela arriba.')
})
