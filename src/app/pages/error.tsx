import { createFileRoute } from '@tanstack/react-router'
import { ApiError } from '#kernel/client.ts'

/** The page of the last error with its message and code, 500 where there was none (ROU-024, ERR-009). */
export const Route = createFileRoute('/_site/error')({
  loader: () => {
    throw new ApiError(500, { message: '' })
  },
})
