/**
 * The script of every page below. It finds the run-time object in the parent frames or the opener window, shows
 * what it got, and does what its buttons or its query say.
 *
 * Query: `auto` is a list of steps separated by commas, done in order when the page opens; `leave=finish` calls LMSFinish
 * when the page goes away. Steps: init, status:passed, score:85, max:100, min:0, location:page-2, suspend:text,
 * fill:64000 (this many characters of suspend data), time:00:01:30, exit:suspend, set:element=value, get:element, commit,
 * finish, parse (reads the suspend data as JSON and stops with an error where it is something else). `init` runs first automatically unless `manual` is in the query.
 */
export const SCO_SCRIPT = `'use strict'
const query = new URLSearchParams(location.search)
const findApi = () => {
  const climb = (start) => {
    let at = start
    for (let count = 0; at && count < 10; count += 1) {
      try { if (at.API) return at.API } catch { return null }
      if (at.parent === at) break
      at = at.parent
    }
    return null
  }
  return climb(window) || (window.opener ? climb(window.opener) : null)
}
const api = findApi()
const log = (text) => {
  document.getElementById('last').textContent = text
  const line = document.createElement('li')
  line.textContent = text
  document.getElementById('log').append(line)
}
let isRunning = false
const call = (name, ...values) => {
  const answer = api ? api[name](...values) : 'no API'
  const code = api ? api.LMSGetLastError() : ''
  log(name + '(' + values.map((value) => value.length > 40 ? value.length + ' characters' : value).join(', ') + ') = ' + answer + ' [' + code + ']')
  return answer
}
const set = (element, value) => call('LMSSetValue', element, value)
const SHOWN = ['cmi.core.student_name', 'cmi.core.student_id', 'cmi.core.entry', 'cmi.core.credit', 'cmi.core.lesson_mode',
  'cmi.core.lesson_status', 'cmi.core.lesson_location', 'cmi.core.score.raw', 'cmi.core.total_time', 'cmi.suspend_data',
  'cmi.launch_data', 'cmi.student_data.mastery_score']
const show = () => {
  const list = document.getElementById('data')
  list.replaceChildren()
  for (const element of SHOWN) {
    const name = document.createElement('dt')
    const value = document.createElement('dd')
    name.textContent = element
    const text = api ? api.LMSGetValue(element) : ''
    value.textContent = text.length > 80 ? text.length + ' characters' : text
    value.dataset.element = element
    list.append(name, value)
  }
}
const STEPS = {
  init: () => { isRunning = call('LMSInitialize', '') === 'true'; show() },
  status: (value) => set('cmi.core.lesson_status', value.replace('-', ' ')),
  score: (value) => set('cmi.core.score.raw', value),
  max: (value) => set('cmi.core.score.max', value),
  min: (value) => set('cmi.core.score.min', value),
  location: (value) => set('cmi.core.lesson_location', value),
  suspend: (value) => set('cmi.suspend_data', value),
  fill: (value) => set('cmi.suspend_data', 'x'.repeat(Number(value))),
  time: (value) => set('cmi.core.session_time', value),
  exit: (value) => set('cmi.core.exit', value),
  set: (value) => set(value.slice(0, value.indexOf('=')), value.slice(value.indexOf('=') + 1)),
  get: (value) => call('LMSGetValue', value),
  parse: () => JSON.parse(api.LMSGetValue('cmi.suspend_data') || '{}'),
  commit: () => call('LMSCommit', ''),
  finish: () => { if (call('LMSFinish', '') === 'true') isRunning = false },
}
const run = (step) => {
  const [name, ...rest] = step.split(':')
  STEPS[name](rest.join(':'))
}
addEventListener('DOMContentLoaded', () => {
  if (!query.has('manual')) run('init')
  for (const step of (query.get('auto') || '').split(',').filter(Boolean)) run(step)
  for (const button of document.querySelectorAll('button[data-step]'))
    button.addEventListener('click', () => {
      const field = button.dataset.field ? document.getElementById(button.dataset.field).value : ''
      run(button.dataset.step.replace('*', field))
    })
  document.body.dataset.ready = 'true'
})
addEventListener('pagehide', () => { if (isRunning && query.get('leave') === 'finish') run('finish') })
`

const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** A content page that uses the run-time object. `root` is the path from its folder to the top of the package. */
export const scoPage = (title: string, root: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>${escapeText(title)}</title>
    <link rel="stylesheet" href="${root}shared/style.css" />
    <script src="${root}shared/sco.js"></script>
  </head>
  <body>
    <main>
      <h1>${escapeText(title)}</h1>
      <p role="status" id="last">Nothing has happened yet.</p>
      <p>
        <button type="button" data-step="init">Initialize</button>
        <button type="button" data-step="status:passed">Pass</button>
        <button type="button" data-step="status:failed">Fail</button>
        <button type="button" data-step="status:completed">Complete</button>
        <button type="button" data-step="status:incomplete">Incomplete</button>
        <button type="button" data-step="commit">Commit</button>
        <button type="button" data-step="exit:suspend">Suspend on exit</button>
        <button type="button" data-step="finish">Finish</button>
      </p>
      <p>
        <label>Score <input id="score" inputmode="numeric" value="85" /></label>
        <button type="button" data-step="score:*" data-field="score">Set score</button>
      </p>
      <p>
        <label>Place <input id="place" value="page-2" /></label>
        <button type="button" data-step="location:*" data-field="place">Save place</button>
      </p>
      <p>
        <label>Notes <input id="notes" value="chapter=2" /></label>
        <button type="button" data-step="suspend:*" data-field="notes">Save notes</button>
      </p>
      <p>
        <label>Element and value <input id="element" value="cmi.core.lesson_status=finished" /></label>
        <button type="button" data-step="set:*" data-field="element">Set value</button>
      </p>
      <h2>Data at the start</h2>
      <dl id="data"></dl>
      <h2>Calls</h2>
      <ol id="log"></ol>
    </main>
  </body>
</html>
`

/** A page that never looks for the run-time object. */
export const assetPage = (title: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8" /><title>${escapeText(title)}</title></head><body><main><h1>${escapeText(title)}</h1><p>Only to be read.</p></main></body></html>\n`

export const SCO_STYLE = 'body { font: 16px/1.5 sans-serif; margin: 1rem }\nlabel { margin-right: 0.5rem }\n'
