// Tells the page that embeds the player, every few seconds, that its content is in use: touched, typed into, scrolled, or
// playing sound or video (TRD-061). While an identity question is on the screen, sound and video of the content pause (TRD-070).
// The page cannot see into the content itself, which runs on an origin of its own. Loaded
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

  const mediaOf = (page) => [...page.querySelectorAll('audio, video')]
  const isPlaying = (media) => !media.paused && !media.ended

  /** What was paused and goes on after the question; null while there is none. */
  let held = null
  const hold = (media) => {
    if (!held || !isPlaying(media)) return
    held.add(media)
    media.pause()
  }

  const listenTo = (page) => {
    if (!heard.has(page)) {
      heard.add(page)
      for (const name of USES) page.addEventListener(name, use, { capture: true, passive: true })
      page.addEventListener('play', ({ target }) => hold(target), { capture: true })
    }
    if (held) mediaOf(page).forEach(hold)
  }

  const release = () => {
    const waiting = held ?? []
    held = null
    for (const media of waiting) if (media.isConnected) media.play().catch(() => {})
  }

  addEventListener('message', ({ source, origin, data }) => {
    if (source !== parent || origin !== embedder || data?.to !== 'scorm-player' || data.type !== 'hold') return
    if (!data.is_held) return release()
    held ??= new Set()
    pagesIn(content).forEach(listenTo)
  })
  content.addEventListener('load', () => pagesIn(content).forEach(listenTo))
  setInterval(() => {
    const pages = pagesIn(content)
    pages.forEach(listenTo)
    if (isUsed || pages.flatMap(mediaOf).some(isPlaying))
      parent.postMessage({ from: 'scorm-player', type: 'used' }, embedder)
    isUsed = false
  }, LOOK_MS)
})()
