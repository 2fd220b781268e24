/** How long confetti fly, the pause between two bursts, and the most bursts there are (UIX-010), times in milliseconds. */
export const CONFETTI = { lasts: 1000, every: 250, ticks: 10 } as const

/** The moments of the bursts, in milliseconds from the start. */
export const burstTimes = (): number[] => {
  const times: number[] = []
  for (let tick = 0; tick < CONFETTI.ticks && tick * CONFETTI.every < CONFETTI.lasts; tick += 1) {
    times.push(tick * CONFETTI.every)
  }
  return times
}

const prefersCalm = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** Throws confetti for a second in the portal's colors; nothing for people who prefer reduced motion (UIX-011). */
export const celebrate = async (): Promise<void> => {
  if (prefersCalm()) return
  const { default: library } = await import('canvas-confetti')
  // Its worker would be made from a text, which the policy of our pages forbids.
  const confetti = library.create(undefined, { useWorker: false, resize: true })
  const root = getComputedStyle(document.documentElement)
  const colors = ['--primary', '--secondary', '--primary-3', '--secondary-3'].map((name) =>
    root.getPropertyValue(name).trim(),
  )
  for (const [at, time] of burstTimes().entries()) {
    setTimeout(() => {
      const fromLeft = at % 2 === 0
      void confetti({
        colors,
        particleCount: 40,
        spread: 70,
        ticks: 120,
        angle: fromLeft ? 60 : 120,
        origin: { x: fromLeft ? 0.1 : 0.9, y: 0.7 },
        disableForReducedMotion: true,
        zIndex: 1000,
      })
    }, time)
  }
}
