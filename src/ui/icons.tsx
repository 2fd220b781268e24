// Every icon of the product, in files by where they are used, because a file goes into one chunk as a whole.
export * from './icons/footer.tsx'
export * from './icons/frame.tsx'
export type { Icon, IconProps } from './icons/icon.tsx'
export * from './icons/loader.tsx'
export * from './icons/records.tsx'
export * from './icons/store.tsx'
export * from './icons/work.tsx'
