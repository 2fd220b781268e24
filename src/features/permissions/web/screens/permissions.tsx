import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Permission, PortalKind } from '#kernel/access/permissions.ts'
import { useApi, useCall, useSession } from '#ui/calls/api.tsx'
import { confirm } from '#ui/public/dialogs/confirm.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { listPermissionChanges, showPermissions, togglePermission } from '../../contract.ts'
import { consequenceOf, reachOf } from '../../rules/words.ts'
import { Changes } from '../components/changes.tsx'
import { Matrix } from '../components/matrix.tsx'
import { PermissionsFrame } from '../components/permissions-frame.tsx'

/** Who may do what, as one matrix with its history (ROU-067, ROL-075, ROL-084, ROL-085). */
export function PermissionsScreen({ kind }: { kind: PortalKind }) {
  const api = useApi()
  const session = useSession()
  const client = useQueryClient()
  const { data: table } = useSuspenseQuery(api.query(showPermissions, { query: { kind } })).data
  const [busy, setBusy] = useState<string | null>(null)
  const toggle = useCall(togglePermission, {
    onError: (error) => void toast.error(error),
    onSettled: async () => {
      await Promise.all(
        [showPermissions, listPermissionChanges].map(({ path }) => client.invalidateQueries({ queryKey: [path] })),
      )
      setBusy(null)
    },
  })
  const where = reachOf(kind, table.portal_id === null ? null : session.portal.name)
  const change = async (role: string, permission: Permission, isAllowed: boolean) => {
    const text = consequenceOf({ role, permission, is_allowed: isAllowed }, where)
    const isSure = await confirm({
      title: isAllowed ? 'Allow this?' : 'Take this away?',
      text: `${text} It takes effect with their next click.`,
      yes: isAllowed ? 'Allow' : 'Take away',
      no: 'Cancel',
      isDanger: !isAllowed,
    })
    if (!isSure) return
    setBusy(`${role} ${permission}`)
    await toggle.mutateAsync({ params: { role, permission }, body: { kind, is_allowed: isAllowed } }).then(
      () => toast.success(text),
      () => {},
    )
  }
  return (
    <PermissionsFrame kind={kind}>
      <Matrix key={kind} roles={table.roles} busy={busy} onChange={(...args) => void change(...args)} />
      <Changes kind={kind} />
    </PermissionsFrame>
  )
}
