/** The downloads of the footer by file name: files of the core portal that stand on every portal (UIX-016, UIX-017). */
export const DOCUMENTS = ['w-9.pdf', 'scorm-agreement.pdf'] as const
