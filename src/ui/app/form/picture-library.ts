import { type ComponentType, createContext } from 'react'

export type PictureLibraryProps = { onPick: (id: number) => void; onClose: () => void }

/** The dialog in which a picture of the portal's library is chosen; null for those who see none of it (UPL-057). */
export const PictureLibrary = createContext<ComponentType<PictureLibraryProps> | null>(null)
