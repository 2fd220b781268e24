const ignore = () => {}

/**
 * A page change that overtakes the one before skips its transition, and a page nobody looks at has none. Browsers report
 * both as unhandled errors, which would stand among the real ones (INT-011); here they count as what they are.
 */
export const installPageTransitions = (): void => {
  const start = document.startViewTransition?.bind(document)
  if (!start) return
  document.startViewTransition = (...args) => {
    const transition = start(...args)
    transition.ready.catch(ignore)
    return transition
  }
}
