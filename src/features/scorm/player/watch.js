// Watches what content does in a rehearsal: its calls of the run-time object and the errors of its scripts. Loaded before
// player.js, in rehearsals only. It runs in browsers as it stands here.
;(() => {
  const MOST = { errors: 20, read: 500, refused: 100, set: 200 }
  const LONGEST = 1000
  const SUSPEND = 'cmi.suspend_data'
  const began = performance.now()
  const seen = { initialized_after: null, errors: [], read: [], refused: [], set: {}, suspend_length: null }
  const short = (value) => String(value).slice(0, LONGEST)

  const addError = (text) => {
    const error = short(text || 'Script error')
    if (seen.errors.length < MOST.errors && !seen.errors.includes(error)) seen.errors.push(error)
  }

  const watched = new WeakSet()
  const watchWindow = (view) => {
    try {
      if (watched.has(view.document)) return
      watched.add(view.document)
      view.addEventListener('error', (event) => addError(event.message))
      view.addEventListener('unhandledrejection', (event) => addError(event.reason?.message ?? event.reason))
      // Nobody is there to answer. Content that asks whether to resume is told to.
      view.alert = () => {}
      view.confirm = () => true
      view.prompt = () => null
    } catch {
      // A frame of another site.
    }
  }
  const watchAll = (view) => {
    watchWindow(view)
    for (let at = 0; at < view.length; at += 1) {
      try {
        watchAll(view[at])
      } catch {
        // A frame of another site.
      }
    }
  }

  /** Watches the content from the moment at which its page is there. */
  const watchFrame = (frame) => {
    const look = () => watchAll(frame.contentWindow)
    setInterval(look, 10)
    frame.addEventListener('load', look)
    return look
  }

  const NOTES = {
    LMSInitialize: (_, answer) => {
      if (answer === 'true') seen.initialized_after ??= Math.round(performance.now() - began)
    },
    LMSGetValue: ([element]) => {
      const name = short(element)
      if (seen.read.length < MOST.read && !seen.read.includes(name)) seen.read.push(name)
    },
    LMSSetValue: ([element, value], answer) => {
      if (answer !== 'true') return
      const [name, text] = [short(element), String(value)]
      if (name === SUSPEND) seen.suspend_length = text.length
      if (!(name in seen.set) && Object.keys(seen.set).length >= MOST.set) return
      seen.set[name] = name === SUSPEND ? `${text.length} characters` : short(text)
    },
  }

  /** The same run-time object, with a note of every call. */
  const watchRunTime = (runTime, frame, onInitialized) => {
    const look = watchFrame(frame)
    return Object.fromEntries(
      Object.entries(runTime).map(([name, call]) => [
        name,
        (...given) => {
          look()
          const answer = call(...given)
          NOTES[name]?.(given, answer)
          const code = String(runTime.LMSGetLastError())
          if (/^LMS[GS]etValue$/.test(name) && code !== '0' && seen.refused.length < MOST.refused)
            seen.refused.push({ element: short(given[0]), code })
          if (name === 'LMSInitialize' && answer === 'true') onInitialized()
          return answer
        },
      ]),
    )
  }

  globalThis.scormWatch = { watchRunTime, seen: () => seen }
})()
