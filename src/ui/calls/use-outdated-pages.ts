import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

/** What this browser has read of people is read again once a step that changes them ends, or is left at work. */
export const useOutdatedPages = (isWriting: boolean): void => {
  const client = useQueryClient()
  useEffect(() => {
    if (!isWriting) return
    return () => void client.invalidateQueries({ refetchType: 'none' })
  }, [client, isWriting])
}
