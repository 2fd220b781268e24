// Tells the page that embeds the player, every few seconds, that its content is in use: touched, typed into, scrolled, or
// playing sound or video (TRD-061). The page cannot see into the content itself, which runs on an origin of its own. Loaded
// where somebody learns.
;(() => {
  const { embedder } = document.body.dataset
  const content = document.getElementById('content')
  const LOOK_MS = 5000
  const USES = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'scroll', 'touchstart']
  const heard = new WeakSet()
  let isUsed = false

  const use = () => {
    isUsed = true
  }

  /** The pages of the content: it may be made of frames, and pages of others cannot be looked into. */
  const pagesIn = (frame) => {
    let page = null
    try {
      page = frame.contentDocument
    } catch {
      return []
    }
    return page ? [page, ...[...page.querySelectorAll('iframe, frame')].flatMap(pagesIn)] : []
  }

  const listenTo = (page) => {
    if (heard.has(page)) return
    heard.add(page)
    for (const name of USES) page.addEventListener(name, use, { capture: true, passive: true })
  }

  const isPlaying = (page) => [...page.querySelectorAll('audio, video')].some((media) => !media.paused && !media.ended)

  content.addEventListener('load', () => pagesIn(content).forEach(listenTo))
  setInterval(() => {
    const pages = pagesIn(content)
    pages.forEach(listenTo)
    if (isUsed || pages.some(isPlaying)) parent.postMessage({ from: 'scorm-player', type: 'used' }, embedder)
    isUsed = false
  }, LOOK_MS)
})()
