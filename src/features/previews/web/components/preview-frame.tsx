import { useRouter, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { SkipLink } from '#ui/public/parts/layout.tsx'
import { previewedSlug, previewPath } from '../preview-path.ts'
import styles from '../previews.module.css'

/** A course in the page of its preview: nothing leads out of it. */
export function PreviewFrame({ children }: { children: ReactNode }) {
  const router = useRouter()
  const slug = useRouterState({ select: ({ location }) => previewedSlug(location.pathname) })
  useEffect(() => {
    // Opened by itself, it would not say that it is a preview.
    if (window.top === window.self) void router.navigate({ href: previewPath(slug), replace: true })
  }, [router, slug])
  return (
    <div className={styles.course}>
      <SkipLink />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
    </div>
  )
}
