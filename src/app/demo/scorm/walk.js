// Six pages and three questions. Keeps the page as lesson location and the answers as suspend data.
const PAGES = [
  {
    title: 'Look before you climb',
    text: 'Check rails, rungs, feet and locks. A ladder with a crack, a bend or a missing foot is tagged and taken out of use.',
  },
  {
    title: 'What do you do with a cracked rung?',
    options: ['Tape it', 'Tag the ladder and take it out of use', 'Skip that rung'],
    correct: 1,
  },
  {
    title: 'Set it right',
    text: 'One foot out for every four feet up, on firm and level ground, and three feet above the edge you climb to.',
  },
  {
    title: 'The top is 16 feet up. How far out do the feet stand?',
    options: ['2 feet', '4 feet', '8 feet'],
    correct: 1,
  },
  {
    title: 'Climb',
    text: 'Face the ladder, keep three points of contact, and your belt buckle between the rails. Tools go on the belt or up by rope.',
  },
  {
    title: 'You cannot quite reach. What now?',
    options: ['Lean out, somebody holds the ladder', 'Stand on the top cap', 'Climb down and move the ladder'],
    correct: 2,
  },
]
const find = (from) => {
  for (let at = from, i = 0; at && i < 10; at = at.parent, i++) {
    if (at.API) return at.API
    if (at === at.parent) break
  }
  return null
}
const api = find(window)
const get = (name) => (api ? api.LMSGetValue(name) : '')
const set = (name, value) => api?.LMSSetValue(name, String(value))
const started = Date.now()
if (api) api.LMSInitialize('')
let answers = {}
try {
  answers = JSON.parse(get('cmi.suspend_data') || '{}')
} catch {
  answers = {}
}
let page = Math.min(Math.max(Number(get('cmi.core.lesson_location')) || 0, 0), PAGES.length - 1)
if (api && get('cmi.core.lesson_status') === 'not attempted') set('cmi.core.lesson_status', 'incomplete')

const byId = (id) => document.getElementById(id)
const questions = PAGES.map((p, i) => (p.options ? i : -1)).filter((i) => i >= 0)
const score = () =>
  Math.round((questions.filter((i) => answers[i] === PAGES[i].correct).length * 100) / questions.length)

const keep = () => {
  set('cmi.core.lesson_location', page)
  set('cmi.suspend_data', JSON.stringify(answers))
  set('cmi.core.score.min', 0)
  set('cmi.core.score.max', 100)
  set('cmi.core.score.raw', score())
  const isDone = questions.every((i) => answers[i] !== undefined) && page === PAGES.length - 1
  if (isDone) set('cmi.core.lesson_status', score() >= 67 ? 'passed' : 'failed')
  if (api) api.LMSCommit('')
}
const show = () => {
  const it = PAGES[page]
  byId('place').textContent = `Page ${page + 1} of ${PAGES.length}`
  byId('title').textContent = it.title
  byId('text').textContent = it.text || ''
  const form = byId('question')
  form.hidden = !it.options
  form.replaceChildren(
    ...(it.options || []).map((option, i) => {
      const label = document.createElement('label')
      const input = Object.assign(document.createElement('input'), {
        type: 'radio',
        name: 'answer',
        value: i,
        checked: answers[page] === i,
      })
      input.onchange = () => {
        answers[page] = i
        keep()
        show()
      }
      label.append(input, option)
      return label
    }),
  )
  const chosen = answers[page]
  byId('answer').textContent =
    it.options && chosen !== undefined
      ? chosen === it.correct
        ? 'Right.'
        : 'Not quite. You can change your answer.'
      : ''
  byId('back').disabled = page === 0
  byId('next').disabled = Boolean(it.options) && chosen === undefined
  byId('next').textContent = page === PAGES.length - 1 ? 'Finish' : 'Next'
}
let isFinished = false
const finish = () => {
  if (isFinished || !api) return
  isFinished = true
  const seconds = Math.round((Date.now() - started) / 1000)
  const two = (n) => String(n).padStart(2, '0')
  set(
    'cmi.core.session_time',
    `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`,
  )
  if (!['passed', 'failed'].includes(get('cmi.core.lesson_status'))) set('cmi.core.exit', 'suspend')
  api.LMSFinish('')
}
byId('back').onclick = () => {
  page--
  keep()
  show()
}
byId('next').onclick = () => {
  if (page < PAGES.length - 1) {
    page++
    keep()
    show()
    return
  }
  keep()
  finish()
  byId('title').textContent = score() >= 67 ? 'Passed. Climb safely.' : 'Not passed yet'
  byId('text').textContent = `Your score is ${score()} percent. You can close this item now.`
  byId('question').hidden = true
  byId('answer').textContent = ''
  byId('next').disabled = true
}
addEventListener('pagehide', finish)
show()
