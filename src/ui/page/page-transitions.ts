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

/**
 * The router's choice of a transition, as view transition types or false: a change of place fades where motion is wanted.
 * Other filters or another page of a list are the same place (UIX-051). A browser draws the whole page again for each step of
 * a transition, and takes no press until it ends.
 */
export const transitionTypes = ({ pathChanged }: { pathChanged: boolean }): string[] | false =>
  pathChanged && !matchMedia('(prefers-reduced-motion)').matches && []
