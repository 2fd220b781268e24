import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CopyField } from '#ui/app/form/copy-field.tsx'
import { Tabs } from '#ui/app/tabs.tsx'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { LoadingNote } from '#ui/public/lists/skeleton.tsx'
import { examplesQuery } from '../queries.ts'
import styles from '../two-way-api.module.css'
import { CodeBlock } from './code-block.tsx'

const STEPS = [
  'Create a token, and run its first call.',
  'Send your people with PUT or POST /sync/people. From then on, refer to them by your own IDs, as external:E-1042.',
  'Enroll them, and read progress with the cursor from each response.',
]

/** How a system connects: the address, the steps, and every call to copy (INT-040). */
export function Connect() {
  const { portal } = useSession()
  const [isOpen, setOpen] = useState(false)
  return (
    <section className={styles.part} aria-labelledby="connect">
      <h2 id="connect">Connect a system</h2>
      <ol className={styles.steps}>
        {STEPS.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <CopyField label="Base URL" value={`${portal.origin}/api/v1`} />
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>Examples in curl and TypeScript</summary>
        {isOpen && <Examples />}
      </details>
    </section>
  )
}

function Examples() {
  const { portal } = useSession()
  const { data } = useQuery(examplesQuery(useApi()))
  if (!data) return <LoadingNote text="Loading the examples" />
  const block = (kind: 'curl' | 'typescript') => (
    <div className={styles.examples}>
      <CodeBlock
        label={kind === 'curl' ? 'Start in a shell' : 'Start in TypeScript'}
        text={
          kind === 'curl'
            ? `PORTAL=${portal.origin}\nTOKEN=ptk_…`
            : `const PORTAL = '${portal.origin}'\nconst TOKEN = process.env.PORTICO_TOKEN`
        }
      />
      {data.data.map(({ method, path, summary, scope, ...texts }) => (
        <details key={`${method} ${path}`} className={styles.example}>
          <summary>
            <code>
              {method} {path}
            </code>
          </summary>
          <div>
            <p>
              {summary}.
              {scope !== 'any' && (
                <>
                  {' '}
                  Needs the scope <code>{scope}</code>.
                </>
              )}
            </p>
            <CodeBlock label={`${method} ${path} in ${kind === 'curl' ? 'curl' : 'TypeScript'}`} text={texts[kind]} />
          </div>
        </details>
      ))}
    </div>
  )
  return (
    <div className={styles.tabs}>
      <Tabs
        label="Language"
        items={[
          { key: 'curl', label: 'curl', content: block('curl') },
          { key: 'typescript', label: 'TypeScript', content: block('typescript') },
        ]}
      />
    </div>
  )
}
