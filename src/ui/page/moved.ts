import { redirect } from '@tanstack/react-router'

/** The way from a former address to the present one, with the query it was asked with (ROU-004). */
export const moved = (path: string, { searchStr }: { searchStr: string }) =>
  redirect({ href: path + searchStr, statusCode: 301, replace: true })
