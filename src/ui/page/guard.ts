import { redirect } from '@tanstack/react-router'
import type { GuardName } from '#kernel/access/guards.ts'
import type { Permission } from '#kernel/access/permissions.ts'
import type { PageSession } from '#kernel/access/session.ts'
import { passOn } from './chunk-reload.ts'
import type { Opening } from './run-guards.ts'

/**
 * A `beforeLoad` that lets the page open only when every guard passes, in this order. The guards are loaded with the
 * first way to another page: the page that one arrives on has been through them on the server.
 */
export const guarded =
  (...names: GuardName[]) =>
  async (opening: Opening): Promise<void> => {
    const { openPage } = await import('./run-guards.ts').catch(passOn)
    openPage(names, opening)
  }

/** Whether the current person may do this in this portal; what the server answers with 403 is not offered. */
export const can = ({ viewer }: PageSession, permission: Permission): boolean =>
  viewer?.abilities.includes(permission) ?? false

/**
 * A `beforeLoad` of a screen group: without any of the permissions the person goes to the dashboard, a visitor to the sign-in
 * (ROU-125, ROL-064, ERR-007).
 */
export const needs =
  (...permissions: readonly [Permission, ...Permission[]]) =>
  ({ context }: Opening): void => {
    if (permissions.some((permission) => can(context.session, permission))) return
    throw redirect({ href: context.session.viewer ? '/dashboard' : '/login', statusCode: 302 })
  }
