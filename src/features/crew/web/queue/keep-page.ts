import { dropPage, keepPages } from '#ui/kept/keep-pages.ts'

const AREA = 'crew'
const SCOPE = '/crew-sessions/'
const pathOf = (id: number) => `${SCOPE}${id}`

const loadParts = () =>
  Promise.all([
    import('#ui/public/dialogs/confirm-dialog.tsx'),
    import('#ui/public/dialogs/toast-card.tsx'),
    import('#ui/public/site/outlets.tsx'),
    import('#ui/scan/read-code.ts'),
    import('../components/camera.tsx'),
  ])

/** Keeps the page of an open session in this browser, so that it opens without a network. Throws where the browser keeps nothing. */
export const keepCrewPage = async (userId: number, id: number): Promise<void> => {
  await navigator.serviceWorker.register(`${SCOPE}worker.js`, { scope: SCOPE })
  await keepPages({ userId, area: AREA, paths: [pathOf(id)], loadParts })
}

/** A closed session needs no page here. */
export const dropCrewPage = (userId: number, id: number): Promise<void> => dropPage(userId, AREA, pathOf(id))
