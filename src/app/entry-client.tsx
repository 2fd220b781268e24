import { RouterClient } from '@tanstack/react-router/ssr/client'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { browserTransport } from '#ui/calls/api.tsx'
import { leaveEndedSession } from '#ui/calls/session-end.ts'
import { noteTyped } from '#ui/kept/note-typed.ts'
import { installChunkReload } from '#ui/page/chunk-reload.ts'
import { installPageTransitions } from '#ui/page/page-transitions.ts'
import { followReleases } from '#ui/page/site-release.ts'
import { routeFilesHere } from './route-files.ts'
import { makeRouter } from './router.tsx'

installChunkReload()
installPageTransitions()
const router = makeRouter(
  browserTransport({ onSessionEnded: leaveEndedSession, onAnswer: (answer) => noteRelease(answer) }),
)
const noteRelease = followReleases(router)
const start = () =>
  startTransition(() => {
    noteTyped()
    hydrateRoot(document, <RouterClient router={router} />)
  })
// Not awaited here: the files of a page build on this one, and would wait for its end.
void (routeFilesHere(router) ?? Promise.resolve()).then(start)
