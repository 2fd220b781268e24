import {
  finishModuleItem,
  listLearnerModuleItems,
  moduleItemParams,
  showLearnerCourse,
  showLearnerModuleItem,
  startModuleItem,
} from '#features/progress/contract.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { isDone } from '#kernel/format/learning-words.ts'
import { playTime } from '#kernel/format/play-time.ts'
import { formatFileSize } from '#kernel/format/size.ts'
import { PROGRESS } from '#kernel/product/statuses.ts'
import { z } from '#kernel/schema.ts'
import { readCaptions, transcriptOf } from '#kernel/uploads/captions.ts'
import { videoPageUrl } from '#kernel/uploads/video.ts'
import { fullItemPath, liteItemPath, litePath } from '../../rules/addresses.ts'
import { bytesOf, partOf } from '../../rules/parts.ts'
import { blocksOf, withSmallPictures } from '../../rules/text.ts'
import { type Html, html, raw } from '../html.ts'
import { attempt, type Failure, type LiteAnswer, type LiteHandler, type LiteRequest } from '../lite-request.ts'
import { form, linkButton, note, problem, submit } from '../parts.ts'
import { fullPage } from './account.ts'

type Item = Wire<typeof showLearnerModuleItem>['data']
type Place = { slug: string; related_id: number }

const HOSTS = { youtube: 'YouTube', vimeo: 'Vimeo' } as const
/** Bytes on one page before it is packed: it stays light however long a recording or a text is. */
const PART = 80_000

/** A formatted text, a part at a time where it is very long. */
const longText = (at: LiteRequest, text: string): Html => {
  const requested = Number(at.query.get('part') ?? 1)
  const { part, number, count } = partOf(blocksOf(text), requested, bytesOf, PART)
  const here = at.path.replace(/\?.*$/, '')
  const more = number < count && html`<p><a href="${here}?part=${number + 1}">Next part</a></p>`
  return html`${count > 1 && html`<p class="soft">Part ${number} of ${count}</p>`}<div class="prose">${raw(withSmallPictures(part.join('')))}</div>${more}`
}

/** What is said in a recording, in the language that is chosen, a part at a time. */
const transcript = async (at: LiteRequest, { captions }: Item): Promise<Html | null> => {
  const [first] = captions
  if (!first) return null
  const chosen = at.query.get('transcript')
  const here = at.path.replace(/\?.*$/, '')
  const links = captions.map(
    ({ language, label }) =>
      html`<li><a href="${here}?transcript=${language}#transcript" lang="${language}">${label}</a></li>`,
  )
  const shown = captions.find(({ language }) => language === chosen)
  const list = html`<h2 id="transcript">Transcript</h2><ul>${links}</ul>`
  if (!shown) return list
  const text = await at.readText(shown.url)
  if (text === null)
    return html`${list}${note('bad', html`<p>The transcript could not be loaded. Please try again.</p>`)}`
  const passages = transcriptOf(readCaptions(text).cues ?? [])
  const { part, number, count } = partOf(
    passages,
    Number(at.query.get('part') ?? 1),
    ({ cues }) => bytesOf(cues.map(({ text }) => text).join(' ')),
    PART,
  )
  const lines = part.map(
    ({ start, speaker, cues }) =>
      html`<p><small>${playTime(start)}</small>${speaker && html`<strong>${speaker}:</strong> `}${cues.map(({ text }) => text.replaceAll('\n', ' ')).join(' ')}</p>`,
  )
  const more =
    number < count &&
    html`<p><a href="${here}?transcript=${shown.language}&amp;part=${number + 1}#transcript">Next part of ${count}</a></p>`
  return html`${list}<div lang="${shown.language}" dir="auto">${lines}</div>${more}`
}

const tracks = ({ captions }: Item) =>
  captions.map(
    ({ language, label, url }) => html`<track kind="captions" srclang="${language}" label="${label}" src="${url}">`,
  )

const download = ({ name, size, url }: NonNullable<Item['file']>): Html =>
  html`<p><a class="button second" href="${url}&amp;download=1" download="${name}">Download ${name} (${formatFileSize(size)})</a></p>`

/** What an item is made of, by type (LIT-010 to LIT-012). Nothing heavy loads before it is asked for. */
const content = async (at: LiteRequest, item: Item): Promise<Html> => {
  const { file, video, title } = item
  const missing = note('warn', html`<p>The content of this item is missing. Please tell your instructor.</p>`)
  if (item.itemable_type === 'Text') return longText(at, item.text ?? '')
  if (item.itemable_type === 'Video' && video)
    return html`<p>${linkButton(videoPageUrl({ ...video, hash: hashIn(video.embed_url) }), `Watch on ${HOSTS[video.provider]}`, true)}</p><p class="soft">The video opens at ${HOSTS[video.provider]}. Come back here when you have seen it.</p>${await transcript(at, item)}`
  if (!file) return missing
  if (item.itemable_type === 'Document') {
    const open = file.mime_type === 'application/pdf' && html`<p><a href="${file.url}">Open it in the browser</a></p>`
    return html`${download(file)}${open}`
  }
  const size = html`<p class="soft">${formatFileSize(file.size)}. It loads when you play it.</p>`
  const player =
    item.itemable_type === 'Audio'
      ? html`<audio controls preload="none" src="${file.url}" aria-label="${title}"></audio>`
      : html`<video controls playsinline preload="none" src="${file.url}" aria-label="${title}">${tracks(item)}</video>`
  return html`${player}${size}${await transcript(at, item)}`
}

/** The word that opens an unlisted video stands in the address of its player. */
const hashIn = (address: string): string | null => new URL(address).searchParams.get('h')

type Shown = { place: Place; item: Item; courseTitle: string }

const itemPage = async (
  at: LiteRequest,
  { place, item, courseTitle }: Shown,
  failure?: Failure,
): Promise<LiteAnswer> => {
  const { previous, next } = item
  const here = liteItemPath(place, { ...item, itemable_id: item.id })
  const onward = isDone(item.status)
    ? linkButton(
        next && !next.is_locked ? liteItemPath(place, next) : litePath(place),
        next && !next.is_locked ? 'Next' : 'Back to the outline',
      )
    : form(at, here, submit(next ? 'Done, next' : 'Done, finish'))
  return {
    title: `${failure ? 'Error: ' : ''}${item.title} – ${courseTitle}`,
    ...(failure && { status: failure.status }),
    main: html`<p><a href="${litePath(place)}">${courseTitle}</a></p><h1>${item.title}</h1>${problem(failure)}${await content(at, item)}${isDone(item.status) && html`<p class="soft">This item is done.</p>`}<div class="steps">${previous && linkButton(liteItemPath(place, previous), 'Previous', true)}${onward}</div>`,
  }
}

/** Opening a module without items finishes it (LRN-020). */
const openModule = async (at: LiteRequest, place: Place, moduleId: number): Promise<LiteAnswer> => {
  await at.api.call(listLearnerModuleItems, { params: { moduleId }, query: { related_id: place.related_id } })
  return { to: litePath(place) }
}

/** One item of a module: started by being opened, finished by its button (LIT-013). */
export const item: LiteHandler = async (at) => {
  const { slug = '', relatedId, itemType = '', itemId } = at.params
  const place = { slug, related_id: Number(relatedId) }
  if (itemType === 'Module') return openModule(at, place, Number(itemId))
  const params = z.decode(moduleItemParams, { itemType, itemId: itemId as never })
  const body = { related_id: place.related_id }
  const query = { related_id: place.related_id }
  const { data: course } = await at.api.call(showLearnerCourse, { params: { slug }, query })
  if (course.has_rules && !course.learner.completed_at)
    return fullPage(
      fullItemPath(place, { itemable_type: itemType, itemable_id: params.itemId, module_id: 0 }),
      'Rules for this course ask for time that is counted while you learn.',
    )
  const read = async (): Promise<Shown> => {
    const { data } = await at.api.call(showLearnerModuleItem, { params, query })
    return { place, item: data, courseTitle: course.title }
  }
  if (!at.form) {
    const shown = await read()
    if (shown.item.status !== PROGRESS.not_started) return itemPage(at, shown)
    // A refused start leaves the status unchanged (LRN-015); the content stays readable.
    const { failure } = await attempt(at, () => at.api.call(startModuleItem, { params, body }))
    return itemPage(at, shown, failure)
  }
  const step = await attempt(at, () => at.api.call(finishModuleItem, { params, body }))
  const shown = await read()
  if (step.failure) return itemPage(at, shown, step.failure)
  if (isDone(step.done.data.course_status)) return { to: `${litePath(place)}?finished=1` }
  const { next } = shown.item
  return { to: next && !next.is_locked ? liteItemPath(place, next) : litePath(place) }
}
