// The commands of docs/provisioning.md, run in a shell as they stand there.
import { execFile } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { testApp } from '../../../../tests/api.ts'
import { provisioning } from '../../../../tests/scim/provider.ts'
import { syncing } from '../../../../tests/sync/syncing.ts'
import { listProvisioningEvents } from '../contract.ts'

const t = testApp()
const scim = provisioning(t)
const { listen } = syncing(t)
const guide = fs.readFileSync(path.resolve(import.meta.dirname, '../../../../docs/provisioning.md'), 'utf8')

test('the guide to try it with curl creates a person and a group, and lets her leave, come back and go (PRV-004, PRV-009, OPS-087)', async () => {
  const { admin, portal, token } = await scim.connected()
  const port = await listen()
  const [, block = ''] = /```\n(SCIM=[\s\S]*?)```/.exec(guide) ?? []
  const steps = block
    .replace(/SCIM=.*/, `SCIM=http://127.0.0.1:${port}/scim/v2`)
    .replace(/TOKEN=.*/, `TOKEN=${token.token}`)
    // The name of the portal stands in the address where a machine resolves it.
    .replace('curl -sS', `curl -sS -H "Host: ${portal.host}"`)
  expect(steps).not.toContain('...')
  const { stdout } = await promisify(execFile)('bash', ['-euc', steps], { encoding: 'utf8' })
  const answers = stdout
    .split('\n')
    .flatMap((line) => (line.trim() ? [JSON.parse(line) as Record<string, unknown>] : []))
  expect(answers.map((one) => one.active ?? one.displayName ?? one.totalResults)).toEqual([
    true,
    1,
    'Trainers',
    false,
    true,
  ])
  const events = (await t.as(admin).call(listProvisioningEvents, { query: { sort: 'id' } })).data
  expect(events.map(({ kind }) => kind)).toEqual([
    'person_created',
    'group_created',
    'person_deactivated',
    'person_reactivated',
    'person_removed',
  ])
})
