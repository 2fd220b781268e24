import { RouterClient } from '@tanstack/react-router/ssr/client'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { browserTransport } from '#ui/api.tsx'
import { installChunkReload } from '#ui/chunk-reload.ts'
import { noteTyped } from '#ui/note-typed.ts'
import { installPageTransitions } from '#ui/page-transitions.ts'
import { leaveEndedSession } from '#ui/session-end.ts'
import { routeFilesHere } from './route-files.ts'
import { makeRouter } from './router.tsx'

installChunkReload()
installPageTransitions()
const router = makeRouter(browserTransport({ onSessionEnded: leaveEndedSession }))
const start = () =>
  startTransition(() => {
    noteTyped()
    hydrateRoot(document, <RouterClient router={router} />)
  })
// Not awaited here: the files of a page build on this one, and would wait for its end.
void (routeFilesHere(router) ?? Promise.resolve()).then(start)
