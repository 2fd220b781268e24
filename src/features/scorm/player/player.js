// The player's page. It owns the SCORM 1.2 run-time object `API`, turns what content reports into numbered messages of
// what has changed, and hands them to the page that embeds it, which keeps and sends them. It runs in browsers as it
// stands here; `Scorm12API` comes from scorm-again.
;(() => {
  const { attempt, launch: launchText, kept, entry, embedder } = document.body.dataset
  const launch = Number(launchText)
  const isKept = kept === 'yes'
  const frame = document.getElementById('content')
  const AUTOSAVE_MS = 1000
  const LONGEST_PAUSE_MS = 16_000
  const MOST_COMMITS = 200
  const storageKey = (number) => `scorm ${attempt} ${number}`

  const tell = (type, more = {}) => parent.postMessage({ from: 'scorm-player', type, ...more }, embedder)

  // Messages that the embedding page has not reported as stored by the server.
  let waiting = []
  let seq = 0
  let confirmed = 0
  let whenConfirmed = []
  let isLeaving = false

  /** A copy that survives the end of this page: writing it is done at once, while a message to the other page may be lost. */
  const storeWaiting = (number, commits) => {
    if (!isKept) return
    try {
      if (commits.length > 0) localStorage.setItem(storageKey(number), JSON.stringify(commits))
      else localStorage.removeItem(storageKey(number))
    } catch {
      // Storage may be full, or forbidden in a frame of another site; the embedding page has its own copy.
    }
  }

  const readStored = (number) => {
    try {
      return JSON.parse(localStorage.getItem(storageKey(number)) ?? '[]')
    } catch {
      return []
    }
  }

  /** What earlier pages of this attempt could not hand over. */
  const leftovers = () => {
    const prefix = `scorm ${attempt} `
    try {
      return Object.keys(localStorage)
        .filter((key) => key.startsWith(prefix))
        .map((key) => Number(key.slice(prefix.length)))
        .map((number) => ({ launch: number, commits: readStored(number) }))
        .filter(({ commits }) => Array.isArray(commits) && commits.length > 0)
    } catch {
      return []
    }
  }

  /** The last way out of a page that is going away; what does not get through is in the copies. */
  const sendBeacon = () => {
    if (!isKept || waiting.length === 0) return
    const text = JSON.stringify({ commits: waiting.slice(0, MOST_COMMITS) })
    navigator.sendBeacon('commit', new Blob([text], { type: 'text/plain' }))
  }

  const put = (sco, event, cmi) => {
    seq += 1
    const commit = { seq, sco, event, cmi }
    waiting.push(commit)
    storeWaiting(launch, waiting)
    tell('commit', { commit })
    if (isLeaving) sendBeacon()
  }

  const confirm = (number, ack) => {
    if (number !== launch) {
      storeWaiting(
        number,
        readStored(number).filter((commit) => commit.seq > ack),
      )
      return
    }
    confirmed = Math.max(confirmed, ack)
    waiting = waiting.filter((commit) => commit.seq > confirmed)
    storeWaiting(launch, waiting)
    if (confirmed < seq) return
    for (const resolve of whenConfirmed) resolve()
    whenConfirmed = []
  }
  const allConfirmed = () =>
    confirmed >= seq ? Promise.resolve() : new Promise((resolve) => whenConfirmed.push(resolve))

  // The item that is open, and its run-time object.
  let visit = null
  let logLevel = 5

  const flatten = (value, path, into) => {
    for (const [key, inner] of Object.entries(value)) {
      if (inner !== null && typeof inner === 'object') flatten(inner, `${path}.${key}`, into)
      else into[`${path}.${key}`] = String(inner ?? '')
    }
    return into
  }

  /** Begins a visit of an item: its run-time object, filled with what was kept of it. */
  const beginVisit = (item, kept) => {
    // The server measures the score against the mastery score, over all data that it has.
    const settings = { logLevel, autocommit: false, mastery_override: false }
    const api = new globalThis.Scorm12API(settings)
    // More suspend data, or a longer place, than the run-time object takes is put where it keeps them: content that is
    // refused them has no other way to keep what a learner has done.
    const LONG = {
      'cmi.suspend_data': { most: 1_048_576, keep: (value) => (api.cmi.core._suspend_data = value) },
      'cmi.core.lesson_location': { most: 1000, keep: (value) => (api.cmi.core._lesson_location = value) },
    }
    const isTakenByApi = (element, value) => value.length <= (element === 'cmi.suspend_data' ? 64_000 : 255)
    const longKept = Object.keys(LONG).filter((element) => !isTakenByApi(element, kept[element] ?? ''))
    api.loadFromFlattenedJSON({ ...kept, ...Object.fromEntries(longKept.map((element) => [element, ''])) })
    for (const element of longKept) LONG[element].keep(kept[element])
    let sent = { ...kept }
    let timer
    let isRunning = false

    const save = (event) => {
      clearTimeout(timer)
      timer = undefined
      const now = flatten(api.renderCommitObject(event === 'finish', true).runtimeData.cmi, 'cmi', {})
      const cmi = Object.fromEntries(Object.entries(now).filter(([key, value]) => sent[key] !== value))
      sent = now
      if (event === 'finish' || Object.keys(cmi).length > 0) put(item.identifier, event, cmi)
    }
    const saveChanges = () => {
      if (isRunning) save('data')
    }

    const setLong = (element, value) => {
      const answer = api.LMSSetValue(element, '')
      if (answer === 'true') LONG[element].keep(value)
      return answer
    }
    const setValue = (element, given, ...more) => {
      const value = globalThis.lenientScormValues.lenientValue(String(element), String(given))
      const long = Object.hasOwn(LONG, element) && !isTakenByApi(element, value) && value.length <= LONG[element].most
      return long ? setLong(element, value) : api.LMSSetValue(element, value, ...more)
    }

    const runTime = {
      LMSInitialize: (...given) => {
        const answer = api.LMSInitialize(...given)
        if (answer === 'true') isRunning = true
        return answer
      },
      LMSFinish: (...given) => {
        const answer = api.LMSFinish(...given)
        // A second call is answered with "true" as well.
        if (answer !== 'true' || !isRunning) return answer
        isRunning = false
        save('finish')
        tell('finished', { sco: item.identifier, status: sent['cmi.core.lesson_status'] ?? '' })
        return answer
      },
      LMSGetValue: (...given) => api.LMSGetValue(...given),
      LMSSetValue: (...given) => {
        const answer = setValue(...given)
        if (answer === 'true') timer ??= setTimeout(saveChanges, AUTOSAVE_MS)
        else tell('refused', { element: String(given[0]), code: String(api.LMSGetLastError()) })
        return answer
      },
      LMSCommit: (...given) => {
        const answer = api.LMSCommit(...given)
        if (answer === 'true') saveChanges()
        return answer
      },
      LMSGetLastError: (...given) => api.LMSGetLastError(...given),
      LMSGetErrorString: (...given) => api.LMSGetErrorString(...given),
      LMSGetDiagnostic: (...given) => api.LMSGetDiagnostic(...given),
    }
    // In a rehearsal the calls of the content are noted.
    const watched = globalThis.scormWatch?.watchRunTime(runTime, frame, () => tell('initialized'))
    return { item, runTime: watched ?? runTime, saveChanges, end: () => clearTimeout(timer) }
  }

  /** Sends the content away and waits until it is gone: what it says on its way out still counts. */
  const leaveVisit = async () => {
    if (!visit) return
    await new Promise((resolve) => {
      frame.addEventListener('load', resolve, { once: true })
      frame.contentWindow.location.replace('about:blank')
    })
    visit.saveChanges()
    visit.end()
    visit = null
    delete globalThis.API
  }

  const pause = (ms) =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      addEventListener(
        'online',
        () => {
          clearTimeout(timer)
          resolve()
        },
        { once: true },
      )
    })

  /** The state of an item; without a connection it is asked for again with growing pauses. */
  const fetchState = async (identifier) => {
    for (let wait = 1000; ; wait = Math.min(wait * 2, LONGEST_PAUSE_MS)) {
      try {
        const answer = await fetch(`state?item=${encodeURIComponent(identifier)}`)
        if (answer.status === 423) return { problem: 'locked' }
        if (answer.status === 403) return { problem: 'expired' }
        if (answer.status === 404) return { problem: 'missing' }
        if (answer.ok) return { state: (await answer.json()).data }
      } catch {
        tell('unreachable')
      }
      await pause(wait)
    }
  }

  // One thing after the other: items are opened, and the player is closed, in the order in which that was asked for.
  let queue = Promise.resolve()
  const inTurn = (work) => {
    queue = queue.then(work, work)
  }

  const open = async (identifier) => {
    await leaveVisit()
    // The data of the next item may depend on what the last one has said.
    await allConfirmed()
    const { state, problem } = await fetchState(identifier)
    if (!state) return tell('failed', { problem, item: identifier })
    if (state.is_superseded) return tell('failed', { problem: 'superseded', item: identifier })
    const { item, cmi, outline } = state
    if (state.seq > seq) {
      seq = state.seq
      confirmed = seq
    }
    visit = beginVisit(item, cmi)
    globalThis.API = visit.runTime
    put(item.identifier, 'begin', {})
    frame.title = item.title
    frame.contentWindow.location.replace(new URL(`c/${item.href}`, location.href).href)
    tell('opened', { item: item.identifier, outline })
  }

  const HANDLERS = {
    init: (message) => {
      logLevel = message.log_level
      seq = Math.max(seq, message.seq)
      confirm(launch, message.ack)
      inTurn(() => open(entry))
    },
    open: ({ item }) => inTurn(() => open(item)),
    confirmed: (message) => confirm(message.launch, message.ack),
    close: () =>
      inTurn(async () => {
        await leaveVisit()
        tell('closed', { seen: globalThis.scormWatch?.seen() })
      }),
  }
  addEventListener('message', ({ source, origin, data }) => {
    if (source !== parent || origin !== embedder || data?.to !== 'scorm-player') return
    if (Object.hasOwn(HANDLERS, data.type)) HANDLERS[data.type](data)
  })

  addEventListener('pagehide', () => {
    isLeaving = true
    visit?.saveChanges()
    sendBeacon()
  })
  addEventListener('pageshow', () => {
    isLeaving = false
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') visit?.saveChanges()
  })

  tell('ready', { left: leftovers() })
})()
